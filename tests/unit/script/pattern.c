/* string.find, match, gmatch and gsub as they are here (script/lua/pattern.c) against Lua's own:
 * random patterns over few letters, the same results or the same messages. */
#include "script/lua/state.h"

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* compares own.NAME with string.NAME */
static const char comparison[] =
    "local seed = 12345\n"
    "local function r(n) seed = (seed * 1103515245 + 12345) % 2147483648 return seed // 65536 % n "
    "+ 1 end\n"
    "local parts = {'a', 'b', '.', '%a', '%d', '%A', '[ab]', '[^a]', '[a-c]', '[%a_]', '[]]', "
    "'[^%]b]',\n"
    "  '(', ')', '()', '^', '$', '%b()', '%bab', '%f[a]', '%f[^b]', '%1', '%2', '%%', '%', '[', "
    "']', '%f',\n"
    "  '\\0', '[a-', '[%', '-', '1', '%s', '%w', '%x', '%p', '%g', '%U', '[\\0-b]'}\n"
    "local tails = {'', '', '', '*', '+', '-', '?'}\n"
    "local letters = {'a', 'b', 'c', '(', ')', '1', ' ', '\\0', '%', 'ab', 'A', ']'}\n"
    "local function text(from, n) local t = {} for i = 1, r(n) - 1 do t[i] = from[r(#from)] end "
    "return table.concat(t) end\n"
    "local function pattern() local t = {} for i = 1, r(7) do t[i] = parts[r(#parts)] .. "
    "tails[r(#tails)] end return table.concat(t) end\n"
    "local function all(f, ...) return table.pack(pcall(f, ...)) end\n"
    "local function gmatch(s) return function(...) local t = {} for a, b, c in s.gmatch(...) do\n"
    "  t[#t + 1] = tostring(a) .. '|' .. tostring(b) .. '|' .. tostring(c) end return "
    "table.concat(t, ';') end end\n"
    "local n, errors = 0, 0\n"
    "for i = 1, 60000 do\n"
    "  local s, p, with, init = text(letters, 14), pattern(), text({'x', '%0', '%1', '%2', '%%', "
    "'%', 'yy'}, 4), r(9) - 5\n"
    "  local value = ({with, function(a) return a ~= 'a' and 'f' or nil end, {a = 'T', b = false, "
    "ab = 1}, 7, function() return {} end})[r(5)]\n"
    "  local runs = {{'find', s, p, init}, {'find', s, p, init, r(2) == 1}, {'match', s, p, init}, "
    "{'gsub', s, p, value},\n"
    "    {'gsub', s, p, value, r(3) - 1}, {'gmatch', s, p, init}}\n"
    "  for _, run in ipairs(runs) do\n"
    "    local name = run[1]\n"
    "    local f, g = string[name], own[name]\n"
    "    if name == 'gmatch' then f, g = gmatch(string), gmatch(own) end\n"
    "    local x, y = all(f, table.unpack(run, 2, 5)), all(g, table.unpack(run, 2, 5))\n"
    "    n = n + 1\n"
    "    if not x[1] then errors = errors + 1 end\n"
    "    for k = 1, math.max(x.n, y.n) do\n"
    "      if x.n ~= y.n or (x[k] ~= y[k] and type(x[k]) ~= 'table') then\n"
    "        error(('%s(%q, %q, %s, %s): %s, not %s'):format(name, s, p, tostring(run[4]), "
    "tostring(run[5]), tostring(y[k]), tostring(x[k])))\n"
    "      end\n"
    "    end\n"
    "  end\n"
    "end\n"
    "assert(errors > n / 20 and errors < n * 0.9, errors)\n"
    "for _, bad in ipairs{{}, {1}, {'a', 'b', {}}, {'x', '(', 'y'}, {'x', ('x?'):rep(300), ''}, "
    "{'x', ('()'):rep(33), ''}, {'a', 'a', true}} do\n"
    "  for name in pairs(own) do\n"
    "    local x, y = all(string[name], table.unpack(bad)), all(own[name], table.unpack(bad))\n"
    /* Lua finds names of functions in its libraries only */
    "    local function unnamed(e) return e[1] or (e[2]:gsub(\"to '[^']*'\", '')) end\n"
    "    assert(unnamed(x) == unnamed(y), tostring(x[2]) .. ' / ' .. tostring(y[2]))\n"
    "  end\n"
    "end\n";

static void same_as_lua(void **state) {
    (void)state;
    tw_script *script;
    assert_int_equal(tw_script_create(NULL, &script), TW_OK);
    lua_State *L = script->L;
    /* a second copy of Lua's library stands beside ours */
    assert_int_equal(luaL_dostring(L, "own = {} for _, k in ipairs{'find', 'match', 'gmatch', "
                                      "'gsub'} do own[k] = string[k] end"),
                     LUA_OK);
    lua_pushcfunction(L, luaopen_string);
    lua_call(L, 0, 1);
    lua_setglobal(L, "string");
    assert_int_equal(luaL_dostring(L, "assert(string.find ~= own.find)"), LUA_OK);
    if (luaL_dostring(L, comparison)) fail_msg("%s", lua_tostring(L, -1));
    tw_script_destroy(script);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(same_as_lua)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
