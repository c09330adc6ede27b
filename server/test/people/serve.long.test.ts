import { expect, test } from 'vitest';
import { z } from 'zod';
import { commandLine } from '../support/server-process.ts';
import { testFolder } from '../support/git-repository.ts';

const Started = z.object({ ownerLink: z.url(), ownerLinkExpiresAt: z.iso.datetime() });

test('a server without people prints a link that creates the owner, a new one at each start, and none afterwards', async () => {
  await using folder = await testFolder();
  const copydesk = await commandLine({ COPYDESK_DATA_DIR: folder.path, COPYDESK_LOG_LEVEL: 'silent' });
  const first = await copydesk.serve('--no-worker');
  await expect.poll(first.output).toContain('It accepts jobs');
  const [, printed = ''] = /once, within an hour:\s+(\S+\/welcome\/\w{43})\n/.exec(first.output()) ?? [];
  expect((await fetch(printed)).status).toBe(200);
  await first.end('SIGTERM');

  const second = await copydesk.serve('--no-worker', '--json');
  await expect.poll(second.output).toContain('}\n');
  const { ownerLink } = Started.parse(JSON.parse(second.output()));
  expect((await fetch(printed)).status).toBe(401);
  const made = await fetch(ownerLink, {
    method: 'POST',
    body: new URLSearchParams({ name: 'Ada' }),
    redirect: 'manual',
  });
  expect(made.status).toBe(303);
  await second.end('SIGTERM');

  const third = await copydesk.serve('--no-worker', '--json');
  await expect.poll(third.output).toContain('}\n');
  expect(third.output()).not.toContain('welcome');
  await third.end('SIGTERM');
});
