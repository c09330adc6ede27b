import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ProviderCall, ProviderMessage, ProviderRequest } from '../models-provider.ts';
import type { ModelAnswer } from './answer-events.ts';

const program = fileURLToPath(new URL('../models-provider.ts', import.meta.url));

/** A stand-in for a provider, in a process of its own. */
export interface Provider extends AsyncDisposable {
  url: string;
  /** Every call that it has answered, in order. */
  calls: ProviderCall[];
  /** How long its model thinks from now on, before its first word and after. */
  think: (milliseconds: number) => void;
  /** What its model answers from now on, one after another; nothing: the usual job. */
  play: (script: ModelAnswer[]) => void;
  /** Resolves when it has answered so many calls. */
  answered: (calls: number) => Promise<void>;
}

/** Starts one; resolves when it listens. */
export async function startProvider(): Promise<Provider> {
  const child = fork(program);
  const exited = once(child, 'exit');
  const calls: ProviderCall[] = [];
  const ready = Promise.withResolvers<string>();
  void exited.then(() => ready.reject(new Error('The provider has ended.')));
  child.on('message', (message: ProviderMessage) => {
    if (message.kind === 'ready') ready.resolve(message.url);
    else calls.push(message.call);
  });
  const ask = (request: ProviderRequest): boolean => child.send(request);
  return {
    url: await ready.promise,
    calls,
    think: (milliseconds) => void ask({ kind: 'think', milliseconds }),
    play: (script) => void ask({ kind: 'play', script }),
    async answered(count) {
      while (calls.length < count) await once(child, 'message');
    },
    async [Symbol.asyncDispose]() {
      child.disconnect();
      await exited;
    },
  };
}
