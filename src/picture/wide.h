/*
 * The renderer's second build, for processors with AVX2: the same sources with eight lanes instead
 * of four, under these names. Lanes do not depend on their number (shape/lanes.h) and a b + c is
 * never fused, so both builds give the same bytes; picture.c chooses when the program runs.
 */
#ifndef TW_PICTURE_WIDE_H
#define TW_PICTURE_WIDE_H

#define TW_WIDE

#define tw_beam_list tw_beam_list_wide
#define tw_block_beam tw_block_beam_wide
#define tw_block_of tw_block_of_wide
#define tw_aim_pixel tw_aim_pixel_wide
#define tw_bsdf tw_bsdf_wide
#define tw_bsdf_sample tw_bsdf_sample_wide
#define tw_chunk_next tw_chunk_next_wide
#define tw_disc tw_disc_wide
#define tw_draft_background tw_draft_background_wide
#define tw_draft_draw tw_draft_draw_wide
#define tw_draft_plain tw_draft_plain_wide
#define tw_draft_one_color tw_draft_one_color_wide
#define tw_draft_shade tw_draft_shade_wide
#define tw_draft_sky tw_draft_sky_wide
#define tw_draw tw_draw_wide
#define tw_ends_on_ground tw_ends_on_ground_wide
#define tw_eye_at tw_eye_at_wide
#define tw_eye_make tw_eye_make_wide
#define tw_eye_sweep tw_eye_sweep_wide
#define tw_glow_choose tw_glow_choose_wide
#define tw_glow_density tw_glow_density_wide
#define tw_glow_may_see tw_glow_may_see_wide
#define tw_glow_of tw_glow_of_wide
#define tw_glow_toward tw_glow_toward_wide
#define tw_instances_free tw_instances_free_wide
#define tw_instances_make tw_instances_make_wide
#define tw_ground_blocked tw_ground_blocked_wide
#define tw_ground_is_plain tw_ground_is_plain_wide
#define tw_ground_plain tw_ground_plain_wide
#define tw_mesh_hit tw_mesh_hit_wide
#define tw_mesh_surface_at tw_mesh_surface_at_wide
#define tw_nearest tw_nearest_wide
#define tw_nearest_of tw_nearest_of_wide
#define tw_over_blocked tw_over_blocked_wide
#define tw_over_make tw_over_make_wide
#define tw_over_ground tw_over_ground_wide
#define tw_over_sky_only tw_over_sky_only_wide
#define tw_pattern_make tw_pattern_make_wide
#define tw_wrap_picture tw_wrap_picture_wide
#define tw_picture_color tw_picture_color_wide
#define tw_ground_is_plain_near tw_ground_is_plain_near_wide
#define tw_plain_color tw_plain_color_wide
#define tw_plain_ground tw_plain_ground_wide
#define tw_plain_is_smooth tw_plain_is_smooth_wide
#define tw_plain_shares tw_plain_shares_wide
#define tw_plain_sky tw_plain_sky_wide
#define tw_plain_wait tw_plain_wait_wide
#define tw_points tw_points_wide
#define tw_projection_of_eye tw_projection_of_eye_wide
#define tw_raster_depth tw_raster_depth_wide
#define tw_raster_free tw_raster_free_wide
#define tw_raster_make tw_raster_make_wide
#define tw_raster_put tw_raster_put_wide
#define tw_raster_sight tw_raster_sight_wide
#define tw_raster_sights tw_raster_sights_wide
#define tw_raster_slowly tw_raster_slowly_wide
#define tw_ray_box tw_ray_box_wide
#define tw_ray_capsule tw_ray_capsule_wide
#define tw_ray_cone tw_ray_cone_wide
#define tw_ray_cylinder tw_ray_cylinder_wide
#define tw_ray_ellipsoid tw_ray_ellipsoid_wide
#define tw_ray_kinds tw_ray_kinds_wide
#define tw_ray_sphere tw_ray_sphere_wide
#define tw_ray_stadium tw_ray_stadium_wide
#define tw_ray_torus tw_ray_torus_wide
#define tw_resolve tw_resolve_wide
#define tw_sample_x tw_sample_x_wide
#define tw_sample_y tw_sample_y_wide
#define tw_shadow_map_clear tw_shadow_map_clear_wide
#define tw_shadow_map_free tw_shadow_map_free_wide
#define tw_shadow_map_light tw_shadow_map_light_wide
#define tw_shadow_map_make tw_shadow_map_make_wide
#define tw_shades_cast tw_shades_cast_wide
#define tw_shades_make tw_shades_make_wide
#define tw_shape_bounds tw_shape_bounds_wide
#define tw_shape_box tw_shape_box_wide
#define tw_shape_capsule tw_shape_capsule_wide
#define tw_shape_cone tw_shape_cone_wide
#define tw_shape_cylinder tw_shape_cylinder_wide
#define tw_shape_ellipsoid tw_shape_ellipsoid_wide
#define tw_shape_extent tw_shape_extent_wide
#define tw_shape_kinds tw_shape_kinds_wide
#define tw_shape_mass tw_shape_mass_wide
#define tw_shape_radius tw_shape_radius_wide
#define tw_shape_sphere tw_shape_sphere_wide
#define tw_shape_stadium tw_shape_stadium_wide
#define tw_shape_torus tw_shape_torus_wide
#define tw_sights_touch tw_sights_touch_wide
#define tw_sky tw_sky_wide
#define tw_solid_pose tw_solid_pose_wide
#define tw_surface_of tw_surface_of_wide
#define tw_texture_weight tw_texture_weight_wide
#define tw_tile_count tw_tile_count_wide
#define tw_tile_draw tw_tile_draw_wide
#define tw_tile_x tw_tile_x_wide
#define tw_tile_y tw_tile_y_wide
#define tw_tile_points_begin tw_tile_points_begin_wide
#define tw_toward tw_toward_wide
#define tw_trace_ground tw_trace_ground_wide
#define tw_trace_packet tw_trace_packet_wide
#define tw_tree_beam tw_tree_beam_wide
#define tw_tree_make tw_tree_make_wide
#define tw_unoccluded tw_unoccluded_wide
#define tw_unoccluded_of tw_unoccluded_of_wide
#define tw_wait_begin tw_wait_begin_wide
#define tw_wait_light tw_wait_light_wide
#define tw_wait_trace tw_wait_trace_wide
#define tw_view_free tw_view_free_wide
#define tw_view_make tw_view_make_wide

#endif
