import type { FastifyRequest } from 'fastify';

/** The part of how a request came that shows whether the settings are right. */
export interface WaySeen {
  /** The host that people use, with its port. */
  host: string;
  /**
   * The protocol in front of the proxy, as the proxy reports it; undefined when there is no proxy or it reports none.
   */
  forwardedProtocol: string | undefined;
  /** Whether a proxy has forwarded the request. */
  isForwarded: boolean;
}

/** Reads the way from the headers of a request. Anybody can forge them, so nothing may be decided by them. */
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
