import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { BenchAnswer, BenchRequest, ServerMessage } from '../bench-server.ts';
import type { Overhead } from './instant-model.ts';

/** A server in a separate process. */
export interface ServerUnderTest {
  url: string;
  token: string;
  /** The milliseconds of each stage of each job, in the order in which they were reported. */
  stages: { job: string; stage: string; milliseconds: number }[];
  overhead: () => Overhead | undefined;
  createProject: (name: string, repository: string) => Promise<string>;
  /** Returns the largest resident set of the server's process so far. */
  peakMegabytes: () => Promise<number>;
  stop: () => Promise<void>;
}

/** Starts a server with the bench's model on a fresh data directory and any free port. */
export async function startServerUnderTest(dataDirectory: string): Promise<ServerUnderTest> {
  const environment = {
    PATH: process.env.PATH,
    COPYDESK_DATA_DIR: dataDirectory,
    COPYDESK_PORT: '0',
    COPYDESK_MODEL: 'bench/instant',
    COPYDESK_QUOTA_CREATE: '100000',
  };
  const child = fork(fileURLToPath(new URL('../bench-server.ts', import.meta.url)), { env: environment });
  const exited = once(child, 'exit');
  const stages: ServerUnderTest['stages'] = [];
  let overhead: Overhead | undefined;
  child.on('message', (message: ServerMessage) => {
    if (message.kind === 'stage') stages.push(message);
    if (message.kind === 'overhead') overhead = message.overhead;
  });

  const next = async <K extends (ServerMessage | BenchAnswer)['kind']>(kind: K) => {
    type Wanted = Extract<ServerMessage | BenchAnswer, { kind: K }>;
    return await new Promise<Wanted>((resolve, reject) => {
      const hear = (message: ServerMessage | BenchAnswer): void => {
        if (!isKind(message, kind)) return;
        child.off('message', hear);
        resolve(message);
      };
      child.on('message', hear);
      void exited.then(() => reject(new Error('The server under test has ended.')));
    });
  };
  const ask = async <K extends 'project' | 'key' | 'memory'>(request: BenchRequest & { kind: K }) => {
    const answer = next(request.kind);
    child.send(request);
    return await answer;
  };

  const { url } = await next('listening');
  const { token } = await ask({ kind: 'key' });
  return {
    url,
    token,
    stages,
    overhead: () => overhead,
    createProject: async (name, repository) => (await ask({ kind: 'project', name, repository })).id,
    peakMegabytes: async () => (await ask({ kind: 'memory' })).peakMegabytes,
    async stop() {
      child.disconnect();
      await exited;
    },
  };
}

function isKind<M extends { kind: string }, K extends M['kind']>(
  message: M,
  kind: K,
): message is Extract<M, { kind: K }> {
  return message.kind === kind;
}
