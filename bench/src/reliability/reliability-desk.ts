import { plainModel } from '../../../server/src/agent/model.ts';
import pino from 'pino';
import { readSettings } from '../../../server/src/settings.ts';
import { openApp } from '../../../server/src/wiring/app.ts';
import { startServer } from '../../../server/src/wiring/start/serve.ts';
import { startAppWorker } from '../../../server/src/wiring/job/work.ts';
import type { OperatorServices } from '../../../server/src/operator/operator.ts';
import { waitingModel } from './waiting-model.ts';
import type { ModelCall } from './waiting-model.ts';

/** The messages that a process under test sends to the bench. */
export type DeskMessage =
  | { kind: 'ready'; url: string }
  | { kind: 'call'; call: ModelCall }
  | { kind: 'project'; id: string }
  | { kind: 'key'; token: string }
  | { kind: 'context' };

/** The requests of the bench to it. */
export type DeskRequest =
  | { kind: 'project'; name: string; repository: string }
  | { kind: 'key' }
  | { kind: 'context'; projectId: string; name: string; repository: string }
  | { kind: 'answer' };

// A separate process, which can be measured, stopped and killed: the server as it is shipped, or only a worker, with
// one more model.
const send = (message: DeskMessage): void => void process.send?.(message);
const { model, answer } = waitingModel((call) => send({ kind: 'call', call }));
const [role, answers] = process.argv.slice(2);
if (answers === 'at-once') answer();
const settings = readSettings(process.env);
const log = pino({ level: 'error' }, pino.destination(2));
const models = { 'bench/waiting': () => plainModel('bench/waiting', model) };

process.on('message', (request: DeskRequest) => {
  if (request.kind === 'answer') answer();
});
const stop = role === 'work' ? await work() : await serve();
// A kill skips this. Otherwise the database ends with its last user.
process.on('disconnect', () => void stop().finally(() => process.exit(0)));

async function work(): Promise<() => Promise<void>> {
  const app = await openApp(settings, log);
  const worker = startAppWorker(app, { models });
  send({ kind: 'ready', url: '' });
  return async () => {
    await worker.stop();
    await app.close();
  };
}

async function serve(): Promise<() => Promise<void>> {
  const server = await startServer(settings, { worker: true, log, models });
  process.on('message', (request: DeskRequest) => {
    void respond(server.services, request);
  });
  send({ kind: 'ready', url: server.url });
  return () => server.stop();
}

async function respond(services: OperatorServices, request: DeskRequest): Promise<void> {
  if (request.kind === 'project') {
    const { name, repository } = request;
    const { project } = await services.createProject({ name, repository });
    send({ kind: 'project', id: project.id });
  }
  if (request.kind === 'key') {
    const draft = { name: 'bench', scopes: ['admin' as const], expiresAt: null, allowedAddresses: [] };
    send({ kind: 'key', token: (await services.createKey(draft)).token });
  }
  if (request.kind === 'context') {
    const { projectId, name, repository } = request;
    await services.contextRepositories.add(projectId, { name, repository });
    send({ kind: 'context' });
  }
}
