// Messages between the page and the server (docs/view.md).
export type Message = { type: string } & Record<string, unknown>;
// sends a message to the server; false: there is no connection
export type Say = (m: object) => boolean;
