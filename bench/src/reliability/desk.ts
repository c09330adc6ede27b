import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
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
  const child = fork(program, [role, model], { env: environmentOf(options) });
  const exited = once(child, 'exit');
  const messages = new DeskMessages(child, exited);
  const ask = (request: DeskRequest): boolean => child.send(request);

  const { url } = await messages.take('ready');
  return {
    url,
    processId: child.pid ?? 0,
    calls: messages.calls,
    called: (fits) => messages.until(() => messages.calls.find(fits)),
    async calledTimes(count) {
      await messages.until(() => (messages.calls.length >= count ? true : undefined));
    },
    async createProject(name, repository) {
      ask({ kind: 'project', name, repository });
      return (await messages.take('project')).id;
    },
    async createKey() {
      ask({ kind: 'key' });
      return (await messages.take('key')).token;
    },
    async addContext(projectId, name, repository) {
      ask({ kind: 'context', projectId, name, repository });
      await messages.take('context');
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

function environmentOf({ dataDirectory, environment }: DeskOptions): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    COPYDESK_DATA_DIR: dataDirectory,
    // As the `copydesk` command does. It is written by processes that end in order, not by those that are killed.
    NODE_COMPILE_CACHE: path.join(path.dirname(dataDirectory), 'compiled-code'),
    COPYDESK_PORT: '0',
    COPYDESK_MODEL: 'bench/waiting',
    COPYDESK_QUOTA_CREATE: '1000000',
    ...environment,
  };
}

/** The messages of a desk's process. */
class DeskMessages {
  /** Every call of its model so far, in order. */
  readonly calls: ModelCall[] = [];
  readonly #exited: Promise<unknown>;
  /** Messages that nobody has taken yet. */
  readonly #received: DeskMessage[] = [];
  readonly #listeners = new Set<() => void>();

  constructor(child: ChildProcess, exited: Promise<unknown>) {
    this.#exited = exited;
    child.on('message', (message: DeskMessage) => this.#receive(message));
  }

  /** Resolves with the next message of a kind, which nobody else receives. */
  take<K extends DeskMessage['kind']>(kind: K): Promise<Extract<DeskMessage, { kind: K }>> {
    return this.until(() => {
      const index = this.#received.findIndex((message) => message.kind === kind);
      const [message] = index < 0 ? [] : this.#received.splice(index, 1);
      return message !== undefined && isKind(message, kind) ? message : undefined;
    });
  }

  /** Resolves with the result of `find`, as soon as a message makes it return one. */
  until<T>(find: () => T | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        const found = find();
        if (found === undefined) return;
        this.#listeners.delete(look);
        resolve(found);
      };
      this.#listeners.add(look);
      void this.#exited.then(() => reject(new Error('The process under test has ended.')));
      look();
    });
  }

  #receive(message: DeskMessage): void {
    if (message.kind === 'call') this.calls.push(message.call);
    else this.#received.push(message);
    for (const listener of this.#listeners) listener();
  }
}

function isKind<M extends { kind: string }, K extends M['kind']>(
  message: M,
  kind: K,
): message is Extract<M, { kind: K }> {
  return message.kind === kind;
}
