-- Kinds of constraints and forces that records hold (tauwerk/robot/exact.lua): of fields that are numbers, truths, words and objects.
local common = ...
return {
    constraints = common.set [[hinge slider ball weld universal planar cylindrical screw serial point_to_point point_to_nail distance limit
        motor coupling gear rack constraint on_line on_plane orientation orient axis_in_plane velocity spin]],
    forces = common.set "spring joint_spring torsion_spring force torque drag attractor",
}
