include(GNUInstallDirs)
if(TARGET tauwerk)
  install(TARGETS tauwerk RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
  install(FILES ${CMAKE_BINARY_DIR}/library/tauwerk.lua DESTINATION ${CMAKE_INSTALL_DATADIR}/tauwerk/library
    COMPONENT program)
  install(DIRECTORY ${CMAKE_BINARY_DIR}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program FILES_MATCHING PATTERN "*.1*")
  install(FILES ${CMAKE_BINARY_DIR}/completion/tauwerk DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
    COMPONENT program)
  install(FILES ${CMAKE_BINARY_DIR}/completion/_tauwerk DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions
    COMPONENT program)
  install(FILES ${CMAKE_BINARY_DIR}/completion/tauwerk.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d
    COMPONENT program)
endif()
install(DIRECTORY lua/ DESTINATION ${CMAKE_INSTALL_DATADIR}/tauwerk/lua COMPONENT program FILES_MATCHING PATTERN "*.lua")
# the scenes with the robots and pictures that they read; README.md finds them, and docs, beside it, and pages of kinds the sources
# to which they point
install(DIRECTORY scripts/ DESTINATION ${CMAKE_INSTALL_DATADIR}/tauwerk/scripts COMPONENT docs FILES_MATCHING REGEX "\\.(lua|urdf|xml|png)$")
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/beside)
file(CREATE_LINK ../../tauwerk/scripts ${CMAKE_BINARY_DIR}/beside/scripts SYMBOLIC)
install(DIRECTORY src/kinds src/shape DESTINATION ${CMAKE_INSTALL_DOCDIR}/src COMPONENT docs FILES_MATCHING PATTERN "*.[ch]")
install(FILES src/model/field/parts.c DESTINATION ${CMAKE_INSTALL_DOCDIR}/src/model/field COMPONENT docs)
install(FILES lua/tauwerk/graph.lua lua/tauwerk/text.lua DESTINATION ${CMAKE_INSTALL_DOCDIR}/lua/tauwerk COMPONENT docs)
install(FILES bench/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/bench COMPONENT docs)
install(DIRECTORY ${CMAKE_BINARY_DIR}/beside/ DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT docs)
install(FILES LICENSE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT docs)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT docs PATTERN site EXCLUDE) # the front page of the site

# the licences of what is linked statically, as Debian has them; script/lua/pattern.c follows Lua's
foreach(package liblua5.4-dev liblapack-dev liblapacke-dev libsundials-dev libsuitesparse-dev libdeflate-dev libexpat1-dev libjpeg62-turbo-dev
    libstb-dev libopenexr-dev libcivetweb-dev libcjson-dev libedit-dev fonts-dejavu-core)
  if(EXISTS /usr/share/doc/${package}/copyright)
    install(FILES /usr/share/doc/${package}/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR}/licenses COMPONENT program
      RENAME ${package}.txt)
  else()
    message(WARNING "/usr/share/doc/${package}/copyright is missing: the installed program lacks its licence")
  endif()
endforeach()

# the library
if(TARGET tauwerk_shared)
  include(CMakePackageConfigHelpers)
  install(FILES include/tauwerk.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev)
  install(TARGETS tauwerk_shared LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library NAMELINK_COMPONENT dev)
  install(FILES ${CMAKE_BINARY_DIR}/libtauwerk.a DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev)
  install(TARGETS tauwerk_lua LIBRARY DESTINATION lib/lua/5.4 COMPONENT lua)
  set(config ${CMAKE_INSTALL_LIBDIR}/cmake/tauwerk)
  file(RELATIVE_PATH up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
  string(REGEX REPLACE "/$" "" up "${up}")
  list(JOIN TW_LIBRARY_NEEDS " " private)
  configure_file(cmake/tauwerk.pc.in tauwerk.pc @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/tauwerk.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)
  configure_package_config_file(cmake/tauwerk-config.cmake.in ${CMAKE_BINARY_DIR}/tauwerk-config.cmake
    INSTALL_DESTINATION ${config} PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR)
  write_basic_package_version_file(${CMAKE_BINARY_DIR}/tauwerk-config-version.cmake COMPATIBILITY SameMinorVersion)
  install(FILES ${CMAKE_BINARY_DIR}/tauwerk-config.cmake ${CMAKE_BINARY_DIR}/tauwerk-config-version.cmake
    DESTINATION ${config} COMPONENT dev)
  install(DIRECTORY docs/library/ DESTINATION ${CMAKE_INSTALL_DATADIR}/tauwerk/examples COMPONENT dev)
endif()

include(cmake/Package.cmake)
