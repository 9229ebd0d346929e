-- `luarocks make lua/tauwerk-0.2.0-1.rockspec`, in the top folder: builds tauwerk.so and installs it.
-- What building needs is listed in docs/dependencies.md.
rockspec_format = "3.0"
package = "tauwerk"
version = "0.2.0-1"
source = { url = "git+file://." }
description = {
   summary = "Mechanisms, contacts and their pictures: the engine of Tauwerk as a Lua module",
   license = "MIT",
}
dependencies = { "lua ~> 5.4" }
build = {
   type = "command",
   build_command = "cmake -S . -B build/luarocks -G Ninja -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=OFF"
      .. " && cmake --build build/luarocks --target tauwerk_lua",
   install = { lib = { tauwerk = "build/luarocks/lua/tauwerk.so" } },
}
