import type { FastifyRequest } from 'fastify';

/** How a request came, as far as its headers show: the health checks compare it with the settings. */
export interface ProxyHeaders {
  /** The host that people use, with its port. */
  host: string;
  /**
   * The protocol in front of the proxy, as the proxy reports it; undefined when there is no proxy or it reports none.
   */
  forwardedProtocol: string | undefined;
  /** Whether a proxy has forwarded the request. */
  isForwarded: boolean;
}

/** Reads the headers of a request. Anybody can forge them, so nothing may be decided by them. */
export function readProxyHeaders({ headers }: Pick<FastifyRequest, 'headers'>): ProxyHeaders {
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
