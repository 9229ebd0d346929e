/* Parameter tables: the scene's settings, and the fields common to each class of objects. */
#include "model/world.h"

#include "steppers/stepper.h"

static const char *const solvers[] = {"auto", "svd", "sparse", NULL};
static const char *const gradients[] = {"start", "predicted", NULL};

#define SET(field) .name = #field, .offset = offsetof(tw_settings, field)

const tw_param tw_settings_params[] = {
    {SET(name), .type = TW_PARAM_TEXT, .flags = TW_UNSET_OK,
     .doc = "name of the film; default: the script's file name"},
    {SET(duration), .type = TW_PARAM_NUMBER, .range = TW_POSITIVE, .unit = "s", .preset = {10},
     .doc = "length of the film"},
    {SET(fps), .type = TW_PARAM_NUMBER, .range = TW_POSITIVE, .unit = "1/s", .preset = {30},
     .doc = "frames per second"},
    {SET(gravity), .type = TW_PARAM_VALUE3, .unit = "m/s^2", .preset = {0, 0, 0},
     .doc = "acceleration of free fall"},
    {SET(tau), .type = TW_PARAM_VALUE, .range = TW_POSITIVE, .unit = "s", .preset = {0.2},
     .doc = "default time constant of constraints"},
    {SET(stepper), .type = TW_PARAM_CHOICE, .choices = tw_stepper_choices,
     .doc = "how time advances"},
    {SET(solver), .type = TW_PARAM_CHOICE, .choices = solvers,
     .doc = "how constraint forces are computed"},
    {SET(gradient), .type = TW_PARAM_CHOICE, .choices = gradients,
     .doc = "stepper project: constraint forces act along the gradients at the start of the step, "
            "or at the pose predicted without them"},
    {SET(rtol), .type = TW_PARAM_NUMBER, .range = TW_POSITIVE, .preset = {1e-8},
     .doc = "relative tolerance of adaptive steppers"},
    {SET(atol), .type = TW_PARAM_NUMBER, .range = TW_POSITIVE, .unit = "m", .preset = {1e-11},
     .doc = "absolute tolerance; momenta: times mass and inertia"},
    {SET(step), .type = TW_PARAM_NUMBER, .range = TW_POSITIVE, .unit = "s", .preset = {1.0 / 600},
     .doc = "step of fixed-step steppers"},
    {SET(projection), .type = TW_PARAM_BOOL, .preset = {1},
     .doc =
         "after a step, deviations are brought back to D'' + 2 D'/tau + D/tau^2 = 0 from what the "
         "integrator's error made of them (auto, dopri, rk4, wave)"},
    {SET(contact_tolerance), .type = TW_PARAM_NUMBER, .range = TW_POSITIVE, .preset = {1e-5},
     .doc = "what a step's contacts may leave of the velocity that forces give in the step "
            "(timestep)"},
    {SET(seed), .type = TW_PARAM_INTEGER, .preset = {1}, .doc = "seed of scene.random"},
};
const int tw_settings_param_count = sizeof tw_settings_params / sizeof *tw_settings_params;

#define BODY(field) .name = #field, .offset = offsetof(tw_body, field)

const tw_param tw_body_params[] = {
    {BODY(density), .type = TW_PARAM_NUMBER, .range = TW_POSITIVE, .unit = "kg/m^3",
     .preset = {1000}, .doc = "mass per volume"},
    {.name = "mass",
     .offset = offsetof(tw_body, mass_given),
     .read_offset = offsetof(tw_body, mass),
     .type = TW_PARAM_NUMBER,
     .flags = TW_UNSET_OK,
     .range = TW_POSITIVE,
     .unit = "kg",
     .preset = {TW_UNSET},
     .doc = "mass; unset: from the density"},
    {BODY(position), .type = TW_PARAM_VEC3, .flags = TW_FRAME_POINT, .unit = "m",
     .doc = "centre of mass"},
    {BODY(orientation), .type = TW_PARAM_QUAT, .flags = TW_FRAME_ROTATION, .preset = {1, 0, 0, 0},
     .doc = "body to world"},
    {BODY(velocity), .type = TW_PARAM_VEC3, .flags = TW_FRAME_VECTOR, .unit = "m/s",
     .doc = "of the centre of mass"},
    {BODY(angular_velocity), .type = TW_PARAM_VEC3, .flags = TW_FRAME_VECTOR, .unit = "rad/s",
     .doc = "in world axes"},
    {BODY(fixed), .type = TW_PARAM_BOOL, .doc = "does not move: its velocities are zero"},
    {BODY(motion), .type = TW_PARAM_POINT, .flags = TW_UNSET_OK,
     .doc = "a path that the centre of mass follows exactly; the body does not turn"},
    {BODY(collide), .type = TW_PARAM_BOOL, .doc = "touches other bodies that collide"},
    {BODY(friction), .type = TW_PARAM_VALUE, .range = TW_NOT_NEGATIVE, .preset = {0.5},
     .doc = "coefficient of friction"},
    {BODY(restitution), .type = TW_PARAM_VALUE, .range = TW_UNIT_RANGE, .preset = {0},
     .doc = "coefficient of restitution"},
    {BODY(rolling_friction), .type = TW_PARAM_VALUE, .range = TW_NOT_NEGATIVE, .unit = "m",
     .doc = "largest torque against rolling, over the normal force: an arm"},
    {BODY(spinning_friction), .type = TW_PARAM_VALUE, .range = TW_NOT_NEGATIVE, .unit = "m",
     .doc = "largest torque against spinning about the normal, over the normal force: an arm"},
    {BODY(visible), .type = TW_PARAM_BOOL, .flags = TW_OR_CALLBACK, .preset = {1}, .doc = "drawn"},
    {BODY(opacity), .type = TW_PARAM_VALUE, .range = TW_UNIT_RANGE, .preset = {1},
     .doc = "1 solid .. 0 not there"},
    {BODY(color), .type = TW_PARAM_VALUE3, .flags = TW_UNSET_OK | TW_COLOR,
     .range = TW_NOT_NEGATIVE, .preset = {TW_UNSET, TW_UNSET, TW_UNSET},
     .doc = "linear RGB; unset: the material's"},
    {BODY(material), .type = TW_PARAM_MATERIAL, .doc = "a preset's name, or a table of fields"},
};
const int tw_body_param_count = sizeof tw_body_params / sizeof *tw_body_params;

const tw_param tw_force_params[] = {
    {.name = "enabled",
     .offset = offsetof(tw_force, enabled),
     .type = TW_PARAM_BOOL,
     .flags = TW_OR_CALLBACK,
     .preset = {1},
     .doc = "acts"},
};
const int tw_force_param_count = 1;

#define CONSTRAINT(field) .name = #field, .offset = offsetof(tw_constraint, field)

const tw_param tw_constraint_params[] = {
    {CONSTRAINT(enabled), .type = TW_PARAM_BOOL, .flags = TW_OR_CALLBACK, .preset = {1},
     .doc = "acts"},
    {CONSTRAINT(tau), .type = TW_PARAM_VALUE, .flags = TW_UNSET_OK, .range = TW_POSITIVE,
     .unit = "s", .preset = {TW_UNSET}, .doc = "time constant; unset: the scene's"},
    {CONSTRAINT(k), .type = TW_PARAM_VALUE, .flags = TW_UNSET_OK, .range = TW_NOT_NEGATIVE,
     .unit = "1/s^2", .preset = {TW_UNSET}, .doc = "factor of D; unset: 1/tau^2"},
    {CONSTRAINT(d), .type = TW_PARAM_VALUE, .flags = TW_UNSET_OK, .range = TW_NOT_NEGATIVE,
     .unit = "1/s", .preset = {TW_UNSET}, .doc = "factor of D'; unset: 2/tau"},
    {CONSTRAINT(weight), .type = TW_PARAM_VALUE, .range = TW_POSITIVE, .preset = {1},
     .doc = "factor of its rows in the least squares of contradicting constraints"},
    {CONSTRAINT(tolerance), .type = TW_PARAM_NUMBER, .range = TW_POSITIVE, .unit = "m, rad",
     .preset = {1e-4}, .doc = "a deviation below it counts as met"},
    {CONSTRAINT(max_force), .type = TW_PARAM_VALUE, .flags = TW_UNSET_OK, .range = TW_NOT_NEGATIVE,
     .unit = "N", .preset = {TW_UNSET}, .doc = "its force is never larger; unset: no bound"},
    {CONSTRAINT(max_torque), .type = TW_PARAM_VALUE, .flags = TW_UNSET_OK, .range = TW_NOT_NEGATIVE,
     .unit = "N m", .preset = {TW_UNSET},
     .doc = "its torque about the joint's point, of other constraints about the first body's "
            "centre of mass, is never larger; unset: no bound"},
    {CONSTRAINT(plot), .type = TW_PARAM_BOOL,
     .doc = "the debug layer shows D(t) as a small curve beside it"},
};
const int tw_constraint_param_count = sizeof tw_constraint_params / sizeof *tw_constraint_params;

const tw_param tw_space_params[] = {
    {.name = "position",
     .offset = offsetof(tw_point, position),
     .type = TW_PARAM_VALUE3,
     .flags = TW_FRAME_POINT,
     .unit = "m",
     .doc = "where it is"},
};
const int tw_space_param_count = 1;

const tw_kind tw_point_kind_body = {.name = "point", .doc = "a point of a body"};
const tw_kind tw_point_kind_nail = {.name = "nail", .doc = "a point fixed in space"};
const tw_kind tw_point_kind_path = {.name = "path",
                                    .doc = "a point that moves as a function of time"};
const tw_kind tw_kind_group = {.name = "group", .doc = "objects with a common name and frame"};
