import { Writable } from 'node:stream';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { CopydeskError } from '@copydesk/contract';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { CallApi } from './api.ts';
import type { JobNews } from './connection.ts';
import { mcpServer } from './server.ts';

/** The server to call, the credentials, and the streams of the program that started this one. */
export interface StdioOptions {
  /** Without a trailing slash. */
  url: string;
  key: string;
  project: string | undefined;
  readOnly: boolean;
  version: string;
  input: Readable;
  output: (text: string) => void;
  /** Receives everything that is no MCP message: standard output is for messages only. */
  complain: (text: string) => void;
}

/** How often a job is polled while a call waits for it. */
const pollMilliseconds = 1_500;

/** No reply takes longer, because waiting for a job happens in this process. */
const answerMilliseconds = 60_000;

/**
 * Serves MCP over standard input and output until the input ends. It offers the tools of `/mcp` and calls a server's
 * API for them.
 */
export function serveMcpOverStdio(options: StdioOptions): { ended: Promise<void>; close: () => Promise<void> } {
  const { project, readOnly, version, input, output, complain } = options;
  const ended = Promise.withResolvers<void>();
  const written = new Writable({
    write(chunk: Buffer, _encoding, done) {
      output(chunk.toString('utf8'));
      done();
    },
  });
  const transport = new StdioServerTransport(input, written);
  const handle = serveStdio(
    () =>
      mcpServer({
        call: callServer(options),
        ...(project !== undefined && { project }),
        readOnly,
        version,
        listen: pollForNews,
        onFault: (error) => complain(`${error instanceof Error ? error.message : String(error)}\n`),
      }),
    { transport },
  );
  input.once('end', ended.resolve);
  input.once('close', ended.resolve);
  return { ended: ended.promise, close: async () => await handle.close() };
}

/** Calls the API of one server. Redirects are not followed, so the key is sent to this server only. */
function callServer({ url, key }: Pick<StdioOptions, 'url' | 'key'>): CallApi {
  return async ({ method, path, headers, body }) => {
    const signal = AbortSignal.timeout(answerMilliseconds);
    const sent = { ...headers, authorization: `Bearer ${key}` };
    try {
      const reply = await fetch(`${url}${path}`, {
        method,
        headers: sent,
        redirect: 'error',
        signal,
        ...(body && { body }),
      });
      return { status: reply.status, text: await reply.text() };
    } catch (cause) {
      throw unreachable(url, cause);
    }
  };
}

function unreachable(url: string, cause: unknown): CopydeskError {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  const reason = inner instanceof Error ? inner.message : String(inner);
  return new CopydeskError(
    'server_unreachable',
    `The server at ${url} does not answer (${reason}). Check that it runs, and that COPYDESK_URL is its address.`,
    { cause },
  );
}

function pollForNews(): JobNews {
  const over = new AbortController();
  return {
    async next(milliseconds) {
      const { signal } = over;
      await setTimeout(Math.min(milliseconds, pollMilliseconds), undefined, { signal }).catch(() => undefined);
    },
    end: () => over.abort(),
  };
}
