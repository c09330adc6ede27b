import { expect, test } from 'vitest';
import type { HostedCodeHost } from '../../../src/code-hosts/code-host.ts';
import { maskingOf } from '../../../src/leaks/masking.ts';
import { searchedHost } from '../../../src/worker/masking/searched-host.ts';
import { madeUp } from '../../leaks/made-up.ts';

const token = `ghp_${madeUp(36)}`;
const own = [{ name: 'the key of openai', value: madeUp(48) }];

test('no text with a secret is sent to a code host', async () => {
  const written: unknown[] = [];
  const pullRequest = { number: 1, link: 'l', state: 'open' as const, headRef: 'h', baseRef: 'b', headCommit: 'c' };
  const write = async (draft: object) => {
    written.push(draft);
    return pullRequest;
  };
  const plain: HostedCodeHost = {
    find: async () => pullRequest,
    read: async () => pullRequest,
    open: write,
    update: async (_, draft) => await write(draft),
    comment: async (draft) => void (await write(draft)),
    changesSince: async () => [],
    mayWrite: async () => true,
    checksOf: async () => ({ checks: [], previews: [], isWhole: true }),
    logOf: async () => undefined,
    mergeStanding: async () => undefined,
    merge: async () => ({ kind: 'merged' }),
    check: async () => [],
  };
  const connection = { mention: 'copydesk' };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing uses the connection here
  const hosted = { host: plain, connection } as Parameters<typeof searchedHost>[0];
  const { host } = searchedHost(
    hosted,
    maskingOf(async () => own),
  );
  const draft = { jobId: 'j', headRef: 'h', baseRef: 'b', headCommit: 'c', baseCommit: 'd' };
  const said = { ...draft, title: `Add ${token}`, description: `With ${own[0]?.value}` };
  await host.open(said);
  await host.update(1, said);
  await host.comment({ number: 1, body: `Both have changed ${token}`, mark: 'conflict-1' });
  const masked = { ...draft, title: 'Add [a secret: github]', description: 'With [a secret: the key of openai]' };
  expect(written).toEqual([
    masked,
    masked,
    { number: 1, body: 'Both have changed [a secret: github]', mark: 'conflict-1' },
  ]);
});
