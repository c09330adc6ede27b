import { plainModel } from '../../server/src/agent/model.ts';
import pino from 'pino';
import { readSettings } from '../../server/src/settings.ts';
import { startServer } from '../../server/src/wiring/start/serve.ts';
import { instantModel } from './support/instant-model.ts';
import type { Overhead } from './support/instant-model.ts';

/** The messages that the server under test sends to the bench. */
export type ServerMessage =
  | { kind: 'listening'; url: string }
  | { kind: 'stage'; job: string; stage: string; milliseconds: number }
  | { kind: 'overhead'; overhead: Overhead }
  | { kind: 'memory'; peakMegabytes: number };

/** The requests of the bench to the server under test. */
export type BenchRequest = { kind: 'project'; name: string; repository: string } | { kind: 'key' } | { kind: 'memory' };

export type BenchAnswer = { kind: 'project'; id: string } | { kind: 'key'; token: string };

// A separate process, so that its memory is only the server's. It is the server as it is shipped, with one more model.
const send = (message: ServerMessage | BenchAnswer): void => void process.send?.(message);
let overheadSent = false;
const model = instantModel((overhead) => {
  if (!overheadSent) send({ kind: 'overhead', overhead });
  overheadSent = true;
});
const server = await startServer(readSettings(process.env), {
  worker: true,
  log: pino({ level: 'warn' }, pino.destination(2)),
  models: { 'bench/instant': () => plainModel('bench/instant', model) },
  onStage: (job, stage, milliseconds) => send({ kind: 'stage', job, stage, milliseconds }),
});

process.on('message', (request: BenchRequest) => {
  void answer(request);
});
process.on('disconnect', () => void server.stop().then(() => process.exit(0)));
send({ kind: 'listening', url: server.url });

async function answer(request: BenchRequest): Promise<void> {
  const { services } = server;
  switch (request.kind) {
    case 'project': {
      const { project } = await services.createProject({ name: request.name, repository: request.repository });
      return send({ kind: 'project', id: project.id });
    }
    case 'key': {
      const draft = { name: 'bench', scopes: ['admin' as const], expiresAt: null, allowedAddresses: [] };
      return send({ kind: 'key', token: (await services.createKey(draft)).token });
    }
    case 'memory':
      // Linux and macOS report the largest resident set in kilobytes.
      return send({ kind: 'memory', peakMegabytes: process.resourceUsage().maxRSS / 1024 });
  }
}
