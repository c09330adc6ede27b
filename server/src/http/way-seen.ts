import type { FastifyRequest } from 'fastify';

/** How a request came, as far as it tells whether the settings fit. */
export interface WaySeen {
  /** The host that people use, with its port. */
  host: string;
  /** What a proxy says of the way before it; undefined where there is none, or it says nothing. */
  forwardedProtocol: string | undefined;
  /** Whether a proxy has passed it on. */
  isForwarded: boolean;
}

/** What the headers of a request say. Anybody may send others: nothing is decided by them. */
export function waySeen({ headers }: Pick<FastifyRequest, 'headers'>): WaySeen {
  const first = (name: string): string | undefined => {
    const value = headers[name];
    return (typeof value === 'string' ? value : undefined)?.split(',')[0]?.trim();
  };
  return {
    host: first('x-forwarded-host') ?? first('host') ?? '',
    forwardedProtocol: first('x-forwarded-proto')?.toLowerCase(),
    isForwarded: headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined,
  };
}
