import { CopydeskError } from '@copydesk/contract';
import type { CodeHost } from '../../../../server/src/code-hosts/code-host.ts';
import { callOver } from '../strand.ts';
import type { Call, Strand } from '../strand.ts';

/** A code host whose answers may be lost on the way, and whose calls may fail before they arrive. */
export function overNetwork(host: CodeHost, strand: Strand): CodeHost {
  const call = <T>(name: Call, effect: () => Promise<T>): Promise<T> => callOver(strand, name, { effect, failure });
  return {
    find: (headRef) => call('find', () => host.find(headRef)),
    open: (draft) => call('open', () => host.open(draft)),
    update: (number, draft) => call('update', () => host.update(number, draft)),
    read: (number) => call('read', () => host.read(number)),
  };
}

function failure(): CopydeskError {
  return new CopydeskError('pull_request_failed', 'The code host answered with status 500.');
}
