import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { LoadAnswer, LoadRequest } from './views-load.ts';

/** The process that sends events. */
export interface Load extends AsyncDisposable {
  ask: (request: LoadRequest) => Promise<LoadAnswer>;
}

export function startLoad(): Load {
  const child = fork(fileURLToPath(new URL('./views-load.ts', import.meta.url)));
  const exited = once(child, 'exit');
  return {
    async ask(request) {
      const answered = once(child, 'message');
      child.send(request);
      const ended = exited.then(() => {
        throw new Error('The process that sends events has ended; what it said stands above.');
      });
      const [answer]: LoadAnswer[] = await Promise.race([answered, ended]);
      if (answer === undefined) throw new Error('The process that sends events answered nothing');
      return answer;
    },
    async [Symbol.asyncDispose]() {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}
