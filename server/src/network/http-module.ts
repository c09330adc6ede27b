/**
 * Parts of the module `node:http`. An `import` of it reads all of its exports, and one of these, `WebSocket`, loads the
 * whole of Node's `fetch`: 75 modules, which take as long as an empty program of Node, on every start.
 */
export const { Agent, IncomingMessage, STATUS_CODES, createServer, get, request } =
  process.getBuiltinModule('node:http');
