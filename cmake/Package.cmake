# Debian packages by CPack: tauwerk, libtauwerkX.Y, libtauwerk-dev, lua-tauwerk, tauwerk-doc. scripts/package.sh makes them.
set(TW_MAINTAINER "The Tauwerk authors <tauwerk@users.noreply.invalid>" CACHE STRING "of packages")
set(series ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME tauwerk)
set(CPACK_PACKAGE_CONTACT ${TW_MAINTAINER})
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_COMPONENTS_ALL program library dev lua docs)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ
  WORLD_EXECUTE)

# name, section and text of the package of a component, what else it needs; the text's first line is the summary
function(tw_package component package section needs text)
  string(TOUPPER ${component} C)
  set(CPACK_DEBIAN_${C}_PACKAGE_NAME ${package} PARENT_SCOPE)
  set(CPACK_DEBIAN_${C}_PACKAGE_SECTION ${section} PARENT_SCOPE)
  set(CPACK_DEBIAN_${C}_PACKAGE_DEPENDS "${needs}" PARENT_SCOPE)
  set(CPACK_DEBIAN_${C}_DESCRIPTION "${text}" PARENT_SCOPE)
  set(CPACK_COMPONENT_${C}_DESCRIPTION "${text}" PARENT_SCOPE)
  # what Debian's policy wants in every package: written by scripts/package.sh, else there is none
  install(FILES ${CMAKE_BINARY_DIR}/debian/changelog.Debian.gz DESTINATION share/doc/${package} COMPONENT ${component}
    OPTIONAL)
  install(FILES ${CMAKE_BINARY_DIR}/debian/copyright DESTINATION share/doc/${package} COMPONENT ${component} OPTIONAL)
  install(FILES ${CMAKE_BINARY_DIR}/debian/overrides/${package} DESTINATION share/lintian/overrides
    COMPONENT ${component} OPTIONAL)
endfunction()
tw_package(program tauwerk graphics "fonts-dejavu-core"
"models that assemble themselves and move, from Lua scripts to films
A Lua script makes rigid bodies, points, forces, constraints and a timeline
of events. Constraint forces let the model pull itself together from any
pose; a renderer without display writes the frames of the film.")
tw_package(library libtauwerk${series} libs ""
"models that assemble themselves and move - library
The engine of tauwerk as a shared library: bodies, constraints, contacts,
time and pictures, by some thirty functions.")
tw_package(dev libtauwerk-dev libdevel "libtauwerk${series} (= ${PROJECT_VERSION}-1), libopenexr-dev, libjpeg62-turbo-dev, libexpat1-dev"
"models that assemble themselves and move - development files
Header, archive, and files for pkg-config and CMake of the engine of
tauwerk, with examples in C, C++, Lua and Python.")
tw_package(lua lua-tauwerk interpreters ""
"models that assemble themselves and move - Lua module
The module of tauwerk for a plain Lua 5.4: require \"tauwerk\".")
tw_package(docs tauwerk-doc doc ""
"models that assemble themselves and move - documents and scenes
Guide, pages of kinds, theory, and the scenes that come with tauwerk.")
set(CPACK_DEBIAN_DOCS_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA "${CMAKE_SOURCE_DIR}/cmake/debian/triggers")
include(CPack)
