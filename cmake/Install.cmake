include(GNUInstallDirs)
if(TARGET tauwerk)
  install(TARGETS tauwerk RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(DIRECTORY lua/ DESTINATION ${CMAKE_INSTALL_DATADIR}/tauwerk/lua FILES_MATCHING PATTERN "*.lua")
install(DIRECTORY scripts/ DESTINATION ${CMAKE_INSTALL_DATADIR}/tauwerk/scripts FILES_MATCHING PATTERN "*.lua")
install(FILES LICENSE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR})

# the licences of what is linked statically, as Debian has them; script/lua/pattern.c follows Lua's
foreach(package liblua5.4-dev liblapack-dev liblapacke-dev libsundials-dev libsuitesparse-dev libdeflate-dev
    libstb-dev libopenexr-dev fonts-dejavu-core)
  if(EXISTS /usr/share/doc/${package}/copyright)
    install(FILES /usr/share/doc/${package}/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR}/licenses RENAME ${package}.txt)
  else()
    message(WARNING "/usr/share/doc/${package}/copyright is missing: the installed program lacks its licence")
  endif()
endforeach()
