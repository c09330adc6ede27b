import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { DeskMessage, DeskRequest } from './reliability-desk.ts';
import type { ModelCall } from './waiting-model.ts';

const program = fileURLToPath(new URL('./reliability-desk.ts', import.meta.url));

/** A server with a worker, or only a worker, in a separate process. */
export interface Desk extends AsyncDisposable {
  url: string;
  processId: number;
  /** Every call of its model so far, in order. */
  calls: ModelCall[];
  /** Resolves with the next call that fits, including earlier calls. */
  called: (fits: (call: ModelCall) => boolean) => Promise<ModelCall>;
  /** Resolves when the model was called this many times. */
  calledTimes: (count: number) => Promise<void>;
  createProject: (name: string, repository: string) => Promise<string>;
  createKey: () => Promise<string>;
  /** Lets jobs of a project read another repository. */
  addContext: (projectId: string, name: string, repository: string) => Promise<void>;
  /** Makes the model answer. */
  answer: () => void;
  /** Sends a signal. Resolves when the process has ended, or at once when the signal does not end it. */
  signal: (signal: 'SIGKILL' | 'SIGSTOP') => Promise<void>;
}

export interface DeskOptions {
  dataDirectory: string;
  role?: 'serve' | 'work';
  /** Whether the model answers at once, or only when {@link Desk.answer} is called. */
  model?: 'at-once' | 'when-asked';
  environment?: Record<string, string>;
}

/** Starts a desk. Resolves when it listens. */
export async function startDesk(options: DeskOptions): Promise<Desk> {
  const { role = 'serve', model = 'when-asked' } = options;
  const environment = {
    PATH: process.env.PATH,
    COPYDESK_DATA_DIR: options.dataDirectory,
    COPYDESK_PORT: '0',
    COPYDESK_MODEL: 'bench/waiting',
    COPYDESK_QUOTA_CREATE: '1000000',
    ...options.environment,
  };
  const child = fork(program, [role, model], { env: environment });
  const exited = once(child, 'exit');
  const calls: ModelCall[] = [];
  const listeners = new Set<() => void>();
  const received: DeskMessage[] = [];
  child.on('message', (message: DeskMessage) => {
    if (message.kind === 'call') calls.push(message.call);
    else received.push(message);
    for (const listener of listeners) listener();
  });

  /** Resolves with the result of `find`, as soon as a message makes it return one. */
  const until = <T>(find: () => T | undefined): Promise<T> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = find();
        if (found === undefined) return;
        listeners.delete(look);
        resolve(found);
      };
      listeners.add(look);
      void exited.then(() => reject(new Error('The process under test has ended.')));
      look();
    });
  const take = <K extends DeskMessage['kind']>(kind: K): Promise<Extract<DeskMessage, { kind: K }>> =>
    until(() => {
      const index = received.findIndex((message) => message.kind === kind);
      const [message] = index < 0 ? [] : received.splice(index, 1);
      return message !== undefined && isKind(message, kind) ? message : undefined;
    });
  const ask = (request: DeskRequest): boolean => child.send(request);

  const { url } = await take('ready');
  return {
    url,
    processId: child.pid ?? 0,
    calls,
    called: (fits) => until(() => calls.find(fits)),
    calledTimes: (count) => until(() => (calls.length >= count ? true : undefined)).then(() => undefined),
    async createProject(name, repository) {
      ask({ kind: 'project', name, repository });
      return (await take('project')).id;
    },
    async createKey() {
      ask({ kind: 'key' });
      return (await take('key')).token;
    },
    async addContext(projectId, name, repository) {
      ask({ kind: 'context', projectId, name, repository });
      await take('context');
    },
    answer: () => void ask({ kind: 'answer' }),
    async signal(signal) {
      child.kill(signal);
      if (signal === 'SIGKILL') await exited;
    },
    async [Symbol.asyncDispose]() {
      // A stopped process receives nothing, so it is continued first.
      child.kill('SIGCONT');
      if (child.connected) child.disconnect();
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
