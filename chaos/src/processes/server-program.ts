import { flushCompileCache } from 'node:module';
import pino from 'pino';
import { readSettings } from '../../../server/src/settings.ts';
import { startServer } from '../../../server/src/wiring/start/serve.ts';
import type { FromProcess, ToProcess } from './messages.ts';

// The API as it is shipped, in a process that the rig may kill.
const server = await startServer(readSettings(process.env), {
  worker: false,
  log: pino({ level: 'info' }, pino.destination(2)),
});
const send = (message: FromProcess): void => void process.send?.(message);

process.on('message', (request: ToProcess) => void answer(request));
// When the rig is gone, nothing stays behind.
process.on('disconnect', () => void server.stop().then(() => process.exit(0)));
// Now, and only by the first process: at its end, a worker has only a few seconds, and this would use them up.
flushCompileCache();
send({ kind: 'ready', url: server.url });

async function answer(request: ToProcess): Promise<void> {
  const { services } = server;
  if (request.kind === 'project') {
    const { name, repository: gitUrl, helperModel } = request;
    const place = { host: 'gitea' as const, apiUrl: 'http://code.chaos.test', repository: `chaos/${name}`, gitUrl };
    const plan = { ...place, project: undefined, draft: { name }, connection: undefined };
    const { project } = await services.connections.connect(plan, { kind: 'token', token: 'chaos' }, {});
    await services.setProject(project.id, { helperModel });
    send({ kind: 'project', id: project.id });
  }
  if (request.kind === 'disk-project') {
    const { kind: _, helperModel, ...draft } = request;
    const { project } = await services.createProject(draft);
    await services.setProject(project.id, { helperModel });
    send({ kind: 'project', id: project.id });
  }
  if (request.kind === 'context') {
    // Not by the API, which refuses an address that nobody can resolve.
    await services.contextRepositories.add(request.project, request);
    send({ kind: 'context' });
  }
  if (request.kind === 'key') {
    const draft = { name: 'chaos', scopes: ['admin' as const], expiresAt: null, allowedAddresses: [] };
    send({ kind: 'key', token: (await services.createKey(draft)).token });
  }
}
