import { answerOf, askedOf, type EdgeOptions, edgeTracker } from './edge-request.ts';
import type { WaitUntil } from './send/edge.ts';

/** The part of Hono's context that is used. */
interface HonoContext<Env> {
  env: Env;
  req: { raw: Request };
  res: Response;
  finalized: boolean;
  /** Throws where the runtime provides none. */
  executionCtx: { waitUntil(work: Promise<unknown>): void };
}

/** Finds the reader's address, where it is not found automatically: `getConnInfo` of the runtime's adapter does. */
type AddressOf<Context> = (context: Context) => string | undefined;

/**
 * For Hono on Node, Deno, Bun, Workers and other edges: `app.use(tracker(options))`, before the routes.
 * @throws TypeError when options that are given directly, and not made from the environment, are not valid.
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

/**
 * On Node the adapter passes on the request of node:http. On Workers a header contains the address; elsewhere readers
 * could send that header themselves.
 */
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
