import { answerOf, askedOf, type EdgeOptions, edgeTracker } from './edge-request.ts';
import type { WaitUntil } from './send/edge.ts';

/** What is used of Hono's context. */
interface HonoContext<Env> {
  env: Env;
  req: { raw: Request };
  res: Response;
  finalized: boolean;
  /** Throws where the runtime gives none. */
  executionCtx: { waitUntil(work: Promise<unknown>): void };
}

/** How the reader's address is found, where it is not found by itself: `getConnInfo` of the runtime's adapter knows. */
type AddressOf<Context> = (context: Context) => string | undefined;

/**
 * For Hono on Node, Deno, Bun, Workers and other edges: `app.use(tracker(options))`, in front of the routes.
 * @throws TypeError when options that are given as such, and not made from the environment, are not valid.
 */
export function tracker<Env, Context extends HonoContext<Env>>(
  options: EdgeOptions<Env>,
  address: AddressOf<Context> = addressOf,
): (context: Context, next: () => Promise<void>) => Promise<void> {
  const trackerFor = edgeTracker(options);
  return async (context, next) => {
    const answered = trackerFor(context.env)?.asked(() => askedOf(context.req.raw, address(context)));
    await next();
    if (context.finalized) answered?.(answerOf(context.res), waitUntilOf(context));
  };
}

function waitUntilOf(context: HonoContext<unknown>): WaitUntil | undefined {
  try {
    const { executionCtx } = context;
    return (work) => executionCtx.waitUntil(work);
  } catch {
    return undefined;
  }
}

/** On Node the adapter hands on the request of node:http; on Workers a header tells, which readers could send elsewhere. */
function addressOf({ env, req }: HonoContext<unknown>): string | undefined {
  if (isWorkers()) return req.raw.headers.get('cf-connecting-ip') ?? undefined;
  const address: unknown = ['incoming', 'socket', 'remoteAddress'].reduce<unknown>(
    (holder, name) => Reflect.get(Object(holder), name),
    env,
  );
  return typeof address === 'string' ? address : undefined;
}

function isWorkers(): boolean {
  return Reflect.get(Object(Reflect.get(globalThis, 'navigator')), 'userAgent') === 'Cloudflare-Workers';
}
