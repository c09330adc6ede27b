import { CopydeskError } from '@copydesk/contract';
import { z } from 'zod';
import type { HostedCodeHost } from '../../../server/src/code-hosts/code-host.ts';
import type { Surroundings } from '../processes/messages.ts';
import { remoteCodeHost } from './code-host-client.ts';

const Checks = z.array(z.object({ name: z.string(), state: z.enum(['running', 'passed', 'failed']) }));

const timeoutMilliseconds = 10_000;

/** Returns the code host of the rig as it is handled for a project: it has automation, and nobody comments there. */
export function projectCodeHost(
  surroundings: Pick<Surroundings, 'process' | 'codeHost'>,
  project: string,
): HostedCodeHost {
  return {
    ...remoteCodeHost(surroundings, { project, jobId: '', epoch: 0 }),
    async checksOf(commit) {
      const said = Checks.parse(await ask(`${surroundings.codeHost}/checks/${commit}`));
      const checks = said.map(({ name, state }) => ({
        key: `job ${name}`,
        name,
        state,
        link: undefined,
        summary: undefined,
      }));
      return { checks, previews: [], isWhole: true };
    },
    logOf: () => Promise.resolve('error: it is broken\n'),
    changesSince: () => Promise.resolve([]),
    mayWrite: () => Promise.resolve(true),
    comment: () => Promise.resolve(),
    mergeStanding: () => Promise.resolve(undefined),
    merge: () => Promise.reject(new Error('no project has a merge policy')),
    check: () => Promise.resolve([]),
  };
}

async function ask(url: string): Promise<unknown> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMilliseconds) });
    if (response.ok) return await response.json();
  } catch (cause) {
    throw unreachableError(cause);
  }
  throw unreachableError();
}

function unreachableError(cause?: unknown): CopydeskError {
  return new CopydeskError('code_host_unreachable', 'The code host did not answer. Try again later.', { cause });
}
