import { answerOf, askedOf, type EdgeOptions, edgeTracker } from './edge-request.ts';

/** The part of a Worker's execution context that is used. */
interface Context {
  waitUntil(work: Promise<unknown>): void;
}

interface Worker<Incoming extends Request, Env, Ctx extends Context> {
  fetch(request: Incoming, env: Env, context: Ctx): Response | Promise<Response>;
}

/**
 * Wraps the handler that a Cloudflare Worker exports. Its other handlers (`scheduled`, `queue`) stay as they are:
 * `export default tracker((env) => ({ …, key: env.COPYDESK_KEY }), { fetch(request, env, context) { … } })`.
 * @throws TypeError when options that are given directly, and not made from the environment, are not valid.
 */
export function tracker<Incoming extends Request, Env, Ctx extends Context, Handlers extends object>(
  options: EdgeOptions<Env>,
  worker: Handlers & Worker<Incoming, Env, Ctx>,
): Handlers & Worker<Incoming, Env, Ctx> {
  const trackerFor = edgeTracker(options);
  return {
    ...worker,
    async fetch(request: Incoming, env: Env, context: Ctx) {
      // Cloudflare sets this header itself, whatever the reader sent.
      const read = () => askedOf(request, request.headers.get('cf-connecting-ip') ?? undefined);
      const answered = trackerFor(env)?.asked(read);
      const response = await worker.fetch(request, env, context);
      answered?.(answerOf(response), (work) => context.waitUntil(work));
      return response;
    },
  };
}
