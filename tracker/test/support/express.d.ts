/** Express 5 has no types of its own; these are the ones that the test uses. */
declare module 'express' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

  interface ExpressResponse extends ServerResponse {
    status(status: number): this;
    type(type: string): this;
    send(body: string): this;
  }

  type Middleware = (request: IncomingMessage, response: ExpressResponse, next: () => void) => void;

  interface Router {
    use(middleware: Middleware): this;
    use(path: string, middleware: Middleware | Router): this;
    get(path: string, handler: Middleware): this;
  }

  interface Express extends RequestListener, Router {}

  export default function express(): Express;
  export function Router(): Router;
}
