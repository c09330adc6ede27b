import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { openConnection } from '../views/connection.ts';
import type { Connection } from '../views/connection.ts';

/** One request, with the time that the client waited. */
export interface Probed {
  /** When it was sent, in milliseconds of `performance.now()`. */
  at: number;
  milliseconds: number;
  /** 0 where the connection ended before the response. */
  status: number;
}

/** Sends a request repeatedly. */
export interface Probe {
  /** All requests so far. */
  probed: Probed[];
  stop: () => Promise<void>;
}

/** The pause between a response and the next request. */
const restMilliseconds = 20;

/** Sends a request repeatedly, four at a time, until it is stopped. */
export function startProbe(url: string, path: string, token: string): Probe {
  const request = `GET ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  const probed: Probed[] = [];
  const stopping = new AbortController();
  const ask = async (): Promise<void> => {
    let connection: Connection | undefined;
    while (!stopping.signal.aborted) {
      const at = performance.now();
      let status = 0;
      try {
        connection ??= await openConnection(url);
        ({ status } = await connection.send(request));
      } catch {
        connection = undefined;
      }
      probed.push({ at, milliseconds: performance.now() - at, status });
      await setTimeout(restMilliseconds);
    }
    connection?.close();
  };
  const asking = Promise.all([ask(), ask(), ask(), ask()]);
  return {
    probed,
    async stop() {
      stopping.abort();
      await asking;
    },
  };
}
