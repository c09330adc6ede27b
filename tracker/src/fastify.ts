import { type NodeRequest, type NodeResponse, watchNode } from './node.ts';
import type { TrackerOptions } from './options.ts';
import { openTracker } from './tracker.ts';

/** The part of a Fastify instance that is used. */
interface FastifyApp {
  addHook(name: 'onRequest', hook: OnRequest): unknown;
  addHook(name: 'onClose', hook: OnClose): unknown;
}

type OnRequest = (
  request: { raw: NodeRequest; originalUrl: string },
  reply: { raw: NodeResponse },
  done: () => void,
) => void;

type OnClose = (app: unknown, done: () => void) => void;

/**
 * A plugin for Fastify 4 and 5: `app.register(tracker, options)`, before the plugins that contain routes. It sends the
 * waiting views when the app closes. `ready` and `listen` reject with a TypeError when an option is missing or not
 * valid.
 */
export const tracker = Object.assign(register, {
  // As fastify-plugin marks it: the hooks apply to the whole app, not only to the plugin's own context.
  [Symbol.for('skip-override')]: true,
  [Symbol.for('fastify.display-name')]: '@copydesk/tracker',
});

/** Async, since an exception in a callback-style plugin would crash the process (avvio). */
async function register(app: FastifyApp, options: TrackerOptions): Promise<void> {
  const opened = openTracker(options);
  app.addHook('onRequest', ({ raw, originalUrl }, reply, next) => {
    watchNode(opened, { request: raw, response: reply.raw, target: originalUrl });
    next();
  });
  app.addHook('onClose', (_, closed) => void opened.flush().then(closed));
}
