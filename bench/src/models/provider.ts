import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ProviderCall, ProviderMessage, ProviderRequest } from './models-provider.ts';
import type { ModelAnswer } from './answer-events.ts';

const program = fileURLToPath(new URL('./models-provider.ts', import.meta.url));

/** A stand-in for a provider, in a separate process. */
export interface Provider extends AsyncDisposable {
  url: string;
  /** Every call that it has answered, in order. */
  calls: ProviderCall[];
  /** Sets how long its model thinks from now on, before its first word and after it. */
  think: (milliseconds: number) => void;
  /** Sets what its model answers from now on, one after another; an empty list means the usual job. */
  play: (script: ModelAnswer[]) => void;
  /** Resolves when it has answered the given number of calls. */
  answered: (calls: number) => Promise<void>;
}

/** Starts a provider. Resolves when it listens. */
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
