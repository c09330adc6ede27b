import type { LanguageModelV4 } from '@ai-sdk/provider';
import pino from 'pino';
import { z } from 'zod';
import { plainModel } from '../../../server/src/agent/model.ts';
import { readConnection } from '../../../server/src/projects/connection/connection.ts';
import { readSettings } from '../../../server/src/settings.ts';
import { openApp } from '../../../server/src/wiring/app.ts';
import { codeHostOf } from '../../../server/src/wiring/hosts/repositories.ts';
import { startAppWorker } from '../../../server/src/wiring/job/work.ts';
import type { Workspace } from '../../../server/src/workspace/workspace.ts';
import type { FaultPoint } from '../../../server/src/worker/fault-points.ts';
import { projectCodeHost } from '../hosts/project-code-host.ts';
import { remoteCodeHost } from '../hosts/code-host-client.ts';
import { helperName, remoteHelper, remoteModel } from '../hosts/remote-model.ts';
import { Sabotage } from '../options.ts';
import type { FromProcess, Surroundings, ToProcess } from './messages.ts';

// A worker as it is shipped, with the rig's model and code host, in a process that the rig may stop and kill.
const surroundings: Surroundings = {
  process: process.env.CHAOS_PROCESS ?? '',
  codeHost: process.env.CHAOS_CODE_HOST ?? '',
  model: process.env.CHAOS_MODEL ?? '',
};
const LogLine = z.object({ job: z.string().optional() });
const waiting = new Map<number, () => void>();
let reached = 0;

const send = (message: FromProcess): void => void process.send?.(message);
process.on('message', (message: ToProcess) => {
  if (message.kind === 'go') waiting.get(message.number)?.();
});

const sabotage = Sabotage.parse(process.env.CHAOS_SABOTAGE);
// For a worker without a clock, no lease expires while it is stopped.
if (sabotage === 'fence') performance.now = () => 0;

const log = pino({ level: 'info' }, { write: (line) => hearLog(line) });
const opened = await openApp(readSettings(process.env), log);
const app = sabotage === 'loop' ? { ...opened, workspace: forgettingAuthors(opened.workspace) } : opened;
const worker = startAppWorker(app, {
  models: {
    'chaos/writer': () => {
      const model = remoteModel(surroundings);
      const asked = sabotage === 'repay' ? askTwice(model) : model;
      return { ...plainModel('chaos/writer', asked), describesChanges: true };
    },
    [helperName]() {
      const helper = remoteHelper(surroundings);
      return plainModel(helperName, sabotage === 'repay' ? askTwice(helper) : helper);
    },
  },
  codeHost(project, lease) {
    if (project.repositoryKind !== 'url') return codeHostOf(app, project, lease);
    send({ kind: 'lease', job: lease.jobId, epoch: lease.epoch });
    const codeHost = remoteCodeHost(surroundings, { project: project.id, ...lease });
    return sabotage === 'look' ? { ...codeHost, find: () => Promise.resolve(undefined) } : codeHost;
  },
  async hosted(projectId) {
    const connection = await readConnection(app.db, projectId);
    return connection && { host: projectCodeHost(surroundings, projectId), connection };
  },
  onFaultPoint: reach,
});

process.on('SIGTERM', () => void end());
// When the rig is gone, nothing stays behind.
process.on('disconnect', () => process.exit(1));
send({ kind: 'ready', url: '' });

/** Continues when the rig says so. It may kill or stop the process instead. */
async function reach(point: FaultPoint, job: string, epoch?: number): Promise<void> {
  const number = ++reached;
  const answered = new Promise<void>((resolve) => {
    waiting.set(number, resolve);
  });
  send({ kind: 'reach', number, point, job, epoch });
  await answered;
  waiting.delete(number);
}

/** On a machine that is too busy, a lease may expire without any fault of the rig: only the log says so. */
function hearLog(line: string): void {
  process.stderr.write(line);
  if (!line.includes('"let-go"')) return;
  const { job } = LogLine.parse(JSON.parse(line));
  if (job !== undefined) send({ kind: 'lost', job });
}

/** Shows what jobs have merged in watched repositories as the work of somebody else. */
function forgettingAuthors(workspace: Workspace): Workspace {
  return {
    ...workspace,
    async repository(source, options) {
      const repository = await workspace.repository(source, options);
      if (!source.id.includes('-context-')) return repository;
      const commits = repository.commits.bind(repository);
      const byOthers = async (from: string, to: string) =>
        (await commits(from, to)).map((commit) => Object.assign({}, commit, { id: '', author: 'Somebody' }));
      return Object.assign(repository, { commits: byOthers });
    },
  };
}

/** Calls the model twice and drops the first answer. */
function askTwice(model: LanguageModelV4): LanguageModelV4 {
  return {
    ...model,
    async doGenerate(options) {
      await model.doGenerate(options);
      return await model.doGenerate(options);
    },
  };
}

async function end(): Promise<void> {
  send({ kind: 'ending' });
  app.log.info('asked to end');
  const late = () => app.log.warn({ open: process.getActiveResourcesInfo() }, 'it takes long to end');
  setTimeout(late, 8_000).unref();
  await worker.stop();
  app.log.info('the worker has ended');
  await app.close();
  process.exit(0);
}
