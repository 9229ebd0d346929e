# libccd is the second opinion on convex pairs
find_library(TW_CCD ccd REQUIRED)
if(TARGET unit_contact_ccd)
  target_link_libraries(unit_contact_ccd PRIVATE ${TW_CCD})
endif()
