import { createServer } from 'node:net';
import { CopydeskError } from '@copydesk/contract';
import type { Settings } from '../../settings.ts';

/**
 * Returns the port to listen on: the requested one, when it is free, or any free one for 0.
 *
 * @throws CopydeskError `port_in_use`, which says what to do.
 */
export async function freePort(host: string, port: number, named: PortNames = ofServer): Promise<number> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host, port, exclusive: true }, resolve);
    });
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : port;
  } catch (error) {
    throw listenError(error, host, port, named);
  } finally {
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
}

/** @throws CopydeskError `port_in_use` when the metrics of this process could not be served. */
export async function requireMetricsPort({ metrics }: Pick<Settings, 'metrics'>): Promise<void> {
  if (metrics !== undefined) await freePort(metrics.host, metrics.port, ofMetrics);
}

/** The settings with which the operator chooses where to listen. */
interface PortNames {
  variable: string;
  host: string;
}

const ofServer: PortNames = { variable: 'COPYDESK_PORT or --port', host: 'COPYDESK_HOST or --host' };

export const ofMetrics: PortNames = { variable: 'COPYDESK_METRICS_PORT', host: 'COPYDESK_METRICS_HOST' };

/** Returns why a server cannot listen, and what to do. */
export function listenError(error: unknown, host: string, port: number, named: PortNames = ofServer): CopydeskError {
  return new CopydeskError('port_in_use', reason(error, host, port, named), { cause: error });
}

function reason(error: unknown, host: string, port: number, named: PortNames): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use, perhaps by another Copydesk. Set ${named.variable} to a free one.`;
    case 'EACCES':
      return `This user may not listen on port ${port}. Set ${named.variable} to one above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine has no address "${host}" to listen on. Set ${named.host} to one that it has.`;
    default:
      return `The server cannot listen on ${host}, port ${port} (${String(code)}).`;
  }
}
