import { CopydeskError } from '@copydesk/contract';
import type { CodeHost, HostedCodeHost } from '../../../../server/src/code-hosts/code-host.ts';
import { callOver } from '../strand.ts';
import type { Call, Strand } from '../strand.ts';
import type { HostChecks } from './host-checks.ts';
import type { Origin } from './origin.ts';

/** Wraps a code host: its answers may be lost on the way, and its calls may fail before they arrive. */
export function overNetwork(host: CodeHost, strand: Strand): CodeHost {
  const call = <T>(name: Call, effect: () => Promise<T>): Promise<T> => callOver(strand, name, { effect, failure });
  return {
    find: (headRef) => call('find', () => host.find(headRef)),
    open: (draft) => call('open', () => host.open(draft)),
    update: (number, draft) => call('update', () => host.update(number, draft)),
    read: (number) => call('read', () => host.read(number)),
  };
}

/**
 * Returns the same host as the handling of code hosts sees it: it sees each push, and runs checks. Nobody comments
 * there.
 */
export function hostedOverNetwork(
  host: CodeHost,
  { origin, hostChecks }: { origin: Origin; hostChecks: HostChecks },
  strand: Strand,
): HostedCodeHost {
  const call = <T>(name: Call, effect: () => Promise<T>): Promise<T> =>
    callOver(strand, name, { effect, failure: unreachable });
  return {
    ...overNetwork(host, strand),
    read: (number) =>
      call('read', async () => {
        const found = await host.read(number);
        const head = found?.state === 'open' ? origin.branches.get(found.headRef) : undefined;
        return found && { ...found, headCommit: head ?? found.headCommit };
      }),
    checksOf: (commit) => call('checks', () => Promise.resolve(hostChecks.checksOf(commit))),
    logOf: () => call('log', () => Promise.resolve('error: it is broken\n')),
    changesSince: () => Promise.resolve([]),
    mayWrite: () => Promise.resolve(true),
    comment: () => Promise.reject(new Error('nobody has asked for an answer')),
    mergeStanding: () => Promise.resolve(undefined),
    merge: () => Promise.reject(new Error('no project has a merge policy')),
    check: () => Promise.resolve([]),
  };
}

function unreachable(): CopydeskError {
  return new CopydeskError('code_host_unreachable', 'The code host did not answer.');
}

function failure(): CopydeskError {
  return new CopydeskError('pull_request_failed', 'The code host answered with status 500.');
}
