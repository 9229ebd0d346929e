// The editor of Lua text that the page and its tests use.
export * from "./edit";
export * from "./find";
export * from "./parse";
export * from "./scan";
export * from "./write";
