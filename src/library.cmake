# The library: libtauwerk.so and libtauwerk.a, of which only the functions of include/tauwerk.h are to be seen.
# Everything inside has names of its own, and among them are libm's (base/math/libm_names.c): a program that
# links the library keeps its own `sin`.

# the names that the header declares: one list for both libraries, written when CMake runs
set(header ${CMAKE_SOURCE_DIR}/include/tauwerk.h)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${header})
file(READ ${header} text)
string(REGEX MATCHALL "TW_API [^;(]*[ *](tw_[a-z_]+)\\(" declared "${text}")
set(names "")
foreach(d ${declared})
  string(REGEX MATCH "tw_[a-z_]+\\($" name "${d}")
  string(REPLACE "(" "" name "${name}")
  list(APPEND names ${name})
endforeach()
list(JOIN names "\n" lines)
list(JOIN names "; " exports)
set(TW_EXPORTS ${CMAKE_BINARY_DIR}/libtauwerk.names)
file(CONFIGURE OUTPUT ${TW_EXPORTS} CONTENT "${lines}\n" @ONLY)
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/libtauwerk.map CONTENT "{ global: ${exports}; local: *; };\n" @ONLY)

# All objects and Debian's archives become one object, whose other names are local. Lua's archive is not made
# for shared libraries: its stdin, stdout and stderr are those of library/streams.c.
set(one ${CMAKE_BINARY_DIR}/libtauwerk.o)
set(archives ${TW_LIBDIR}/liblapacke.a ${TW_LIBDIR}/lapack/liblapack.a ${TW_LIBDIR}/blas/libblas.a
  ${TW_LIBDIR}/libsundials_cvode.a ${TW_LIBDIR}/libsundials_arkode.a ${TW_LIBDIR}/libsundials_nvecserial.a
  ${TW_LIBDIR}/libsundials_generic.a ${TW_LIBDIR}/libamd.a ${TW_LIBDIR}/libsuitesparseconfig.a
  ${TW_LIBDIR}/libdeflate.a ${TW_LIBDIR}/libexpat.a)
set(list ${CMAKE_BINARY_DIR}/libtauwerk.objects)
file(GENERATE OUTPUT ${list} CONTENT "$<JOIN:${TW_LIBRARY_OBJECTS},\n>\n")
set(lua ${TW_LIBDIR}/liblua5.4.a)
set(own_lua ${CMAKE_BINARY_DIR}/libtauwerk.lua.a)
add_custom_command(OUTPUT ${one}
  COMMAND ${CMAKE_OBJCOPY} --redefine-sym stdin=tw_stream_in --redefine-sym stdout=tw_stream_out
    --redefine-sym stderr=tw_stream_error ${lua} ${own_lua}
  COMMAND ${CMAKE_LINKER} -r -o ${one} @${list} --start-group ${archives} ${own_lua} --end-group
  COMMAND ${CMAKE_OBJCOPY} --keep-global-symbols=${TW_EXPORTS} ${one}
  DEPENDS ${TW_LIBRARY_OBJECTS} ${archives} ${lua} ${TW_EXPORTS} ${list}
  COMMENT "Linking libtauwerk.o" VERBATIM)
add_custom_target(tauwerk_object DEPENDS ${one})

add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/libtauwerk.a
  COMMAND ${CMAKE_COMMAND} -E rm -f ${CMAKE_BINARY_DIR}/libtauwerk.a
  COMMAND ${CMAKE_AR} qcD ${CMAKE_BINARY_DIR}/libtauwerk.a ${one}
  DEPENDS ${one} COMMENT "Linking libtauwerk.a" VERBATIM)
add_custom_target(tauwerk_static ALL DEPENDS ${CMAKE_BINARY_DIR}/libtauwerk.a)
add_dependencies(tauwerk_static tauwerk_object)

# what neither has inside
set(TW_LIBRARY_NEEDS -lOpenEXRCore -ljpeg -lgfortran -lpthread -ldl -lm)
set(TW_LIBRARY_NEEDS ${TW_LIBRARY_NEEDS} PARENT_SCOPE)
add_library(tauwerk_shared SHARED ${one})
set_source_files_properties(${one} PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
add_dependencies(tauwerk_shared tauwerk_object)
target_link_libraries(tauwerk_shared PRIVATE tw_ext_exr tw_ext_jpeg gfortran Threads::Threads ${CMAKE_DL_LIBS} m)
target_link_options(tauwerk_shared PRIVATE LINKER:--version-script=${CMAKE_BINARY_DIR}/libtauwerk.map
  LINKER:-z,defs LINKER:-z,relro,-z,now,-z,noexecstack)
set_target_properties(tauwerk_shared PROPERTIES OUTPUT_NAME tauwerk VERSION ${PROJECT_VERSION}
  SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR} LINKER_LANGUAGE C
  LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR} LINK_DEPENDS ${CMAKE_BINARY_DIR}/libtauwerk.map)

# tauwerk.so for a stock Lua 5.4 (`require "tauwerk"`): the same objects without the functions of tauwerk.h and
# without a Lua, which is the host's
set(guest_objects ${TW_LIBRARY_OBJECTS})
list(REMOVE_ITEM guest_objects $<TARGET_OBJECTS:tw_library>)
set(guest_list ${CMAKE_BINARY_DIR}/lua/tauwerk.objects)
file(GENERATE OUTPUT ${guest_list} CONTENT "$<JOIN:${guest_objects},\n>\n")
set(guest ${CMAKE_BINARY_DIR}/lua/tauwerk.o)
add_custom_command(OUTPUT ${guest}
  COMMAND ${CMAKE_LINKER} -r -o ${guest} @${guest_list} --start-group ${archives} --end-group
  COMMAND ${CMAKE_OBJCOPY} --keep-global-symbol=luaopen_tauwerk ${guest}
  DEPENDS ${guest_objects} ${archives} ${guest_list} COMMENT "Linking tauwerk.o for Lua" VERBATIM)
add_library(tauwerk_lua MODULE ${guest})
set_source_files_properties(${guest} PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
target_link_libraries(tauwerk_lua PRIVATE tw_ext_exr tw_ext_jpeg gfortran Threads::Threads ${CMAKE_DL_LIBS} m)
target_link_options(tauwerk_lua PRIVATE LINKER:-z,relro,-z,now,-z,noexecstack)
set_target_properties(tauwerk_lua PROPERTIES PREFIX "" OUTPUT_NAME tauwerk LINKER_LANGUAGE C
  LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lua)
