import { expect, test } from 'vitest';
import { startBitbucket } from '../../support/hosts/bitbucket.ts';
import { guest, wren } from '../../support/hosts/bitbucket-state.ts';
import { draft, opened } from './support.ts';

const since = new Date('2026-11-21T12:00:00Z');

test('a comment is posted once, in its thread, or as a new one if the thread is gone', async () => {
  await using host = await startBitbucket();
  const client = opened(host);
  await client.open(draft);
  const { id } = host.say({ on: 1, author: wren, body: 'Shorter.' });
  const answer = { number: 1, body: 'Done.', mark: 'answer-1', thread: String(id) };
  for (let time = 1; time <= 2; time += 1) await client.comment(answer);
  await client.comment({ ...answer, mark: 'answer-2', thread: '9999' });
  expect(host.state.comments.slice(1)).toMatchObject([
    { body: 'Done.\n\n[//]: # (copydesk:answer-1)', parent: id },
    { body: 'Done.\n\n[//]: # (copydesk:answer-2)', parent: undefined },
  ]);
});

test('a mark in a person’s comment is ignored', async () => {
  await using host = await startBitbucket();
  const client = opened(host);
  await client.open(draft);
  host.say({ on: 1, author: wren, body: '[//]: # (copydesk:answer-1)' });
  await client.comment({ number: 1, body: 'Done.', mark: 'answer-1' });
  expect(host.state.comments).toHaveLength(2);
});

test('events are reported oldest first, with the base branches of open pull requests', async () => {
  let time = since.getTime() - 600_000;
  await using host = await startBitbucket({ now: () => new Date((time += 1000)) });
  const client = opened(host);
  await client.open(draft);
  await client.open({ ...draft, headRef: 'copydesk/job_2' });
  host.say({ on: 1, author: wren, body: 'Too early.' });
  time = since.getTime();
  const first = host.say({ on: 1, author: wren, body: 'First.', inline: { path: 'docs/a.md', to: 7, from: null } });
  const second = host.say({ on: 1, author: guest, body: 'Second.', parent: first.id });
  await client.comment({ number: 1, body: 'Done.', mark: 'answer-1' });
  await host.close(2);
  const link = (id: number) => `${host.origin}/acme/docs/pull-requests/1/_/diff#comment-${id}`;
  expect(await client.changesSince(since)).toEqual([
    {
      kind: 'comment',
      comment: {
        id: `comment-${first.id}`,
        number: 1,
        author: `wren ${wren}`,
        isBot: false,
        body: 'First.',
        link: link(first.id),
        thread: String(first.id),
        place: { path: 'docs/a.md', line: 7, excerpt: '' },
      },
    },
    {
      kind: 'comment',
      comment: expect.objectContaining({ id: `comment-${second.id}`, thread: String(first.id), place: null }),
    },
    {
      kind: 'comment',
      // The mark has the form that it has at every host, by which Copydesk knows its own comments.
      comment: expect.objectContaining({ isBot: true, body: 'Done.\n\n<!-- copydesk:answer-1 -->' }),
    },
    { kind: 'ended', number: 2, state: 'closed' },
    { kind: 'pushed', branch: 'main', commit: 'b'.repeat(40) },
  ]);
});

test('all pages are read, by the address that each names for the next', async () => {
  await using host = await startBitbucket();
  const client = opened(host);
  await client.open(draft);
  for (let index = 0; index < 120; index += 1) host.say({ on: 1, author: wren, body: `Number ${index}.` });
  const events = await client.changesSince(new Date(0));
  expect(events.filter(({ kind }) => kind === 'comment')).toHaveLength(120);
});

test('only accounts that may write can request work, by their UUID and not by their nickname', async () => {
  await using host = await startBitbucket();
  const client = opened(host);
  const mayWrite = async (author: string) => await client.mayWrite(author);
  expect(await mayWrite(`wren ${wren}`)).toBe(true);
  expect(await mayWrite(`wren ${guest}`)).toBe(false);
  expect(await mayWrite(`${wren} ${guest}`)).toBe(false);
  expect(await mayWrite('wren')).toBe(false);
  expect(await mayWrite(`wren {${'0'.repeat(8)}-0000-4000-8000-${'9'.repeat(12)}}`)).toBe(false);
  for (const one of host.state.tokens.values()) one.scopes = ['repository', 'pullrequest'];
  await expect(mayWrite(`wren ${wren}`)).rejects.toMatchObject({
    message: expect.stringContaining('Repositories: Admin'),
  });
});
