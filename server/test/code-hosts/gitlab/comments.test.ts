import { expect, test } from 'vitest';
import { startGitLab } from '../../support/hosts/gitlab.ts';
import { draft, opened } from './support.ts';

const position = { old_path: 'docs/a.md', new_path: 'docs/a.md', old_line: null, new_line: 12 };

test('comments once however often it is called, even if the answer was lost', async () => {
  await using host = await startGitLab();
  const gitlab = opened(host);
  await gitlab.open(draft);
  const comment = { number: 1, body: 'Done.', mark: 'answer-1' };
  host.faults.push({ how: 'lost', times: 1, on: ({ method, path }) => method === 'POST' && path.endsWith('/notes') });
  await expect(gitlab.comment(comment)).rejects.toMatchObject({ code: 'code_host_unreachable' });
  await gitlab.comment(comment);
  await gitlab.comment(comment);
  await gitlab.comment({ ...comment, mark: 'answer-2' });
  expect(host.state.notes.map(({ body, author }) => [author, body])).toEqual([
    ['project_42_bot_1', 'Done.\n\n<!-- copydesk:answer-1 -->'],
    ['project_42_bot_1', 'Done.\n\n<!-- copydesk:answer-2 -->'],
  ]);
});

test("another account's mark does not prevent a comment, and an old mark is found behind many notes", async () => {
  await using host = await startGitLab();
  const gitlab = opened(host);
  await gitlab.open(draft);
  host.say({ on: 1, author: 'wren', body: 'Ha. <!-- copydesk:answer-1 -->' });
  await gitlab.comment({ number: 1, body: 'Done.', mark: 'answer-1' });
  for (let count = 0; count < 250; count += 1) host.say({ on: 1, author: 'wren', body: 'More.' });
  await gitlab.comment({ number: 1, body: 'Done.', mark: 'answer-1' });
  expect(host.state.notes.filter(({ author }) => author !== 'wren')).toHaveLength(1);
});

test('answers in the requested thread, or outside it if the thread is gone', async () => {
  await using host = await startGitLab();
  const gitlab = opened(host);
  await gitlab.open(draft);
  const asked = host.say({ on: 1, author: 'wren', body: '@copydesk shorter', position });
  await gitlab.comment({ number: 1, body: 'Done.', mark: 'answer-1', thread: asked.discussion });
  expect(host.state.notes.at(-1)).toMatchObject({ discussion: asked.discussion, author: 'project_42_bot_1' });
  host.state.notes = [];
  await gitlab.comment({ number: 1, body: 'Done.', mark: 'answer-1', thread: asked.discussion });
  expect(host.state.notes).toHaveLength(1);
  expect(host.state.notes[0]?.discussion).not.toBe(asked.discussion);
});

test('only members with the role Developer or higher may write', async () => {
  await using host = await startGitLab();
  const gitlab = opened(host);
  expect(await gitlab.mayWrite('wren')).toBe(true);
  expect(await gitlab.mayWrite('guest')).toBe(false);
  expect(await gitlab.mayWrite('nobody')).toBe(false);
  host.state.users.push({ id: 12, username: 'passer-by', accessLevel: 0 });
  expect(await gitlab.mayWrite('passer-by')).toBe(false);
});

test('reports events since a time, oldest first, and the commits of base branches', async () => {
  let clock = Date.parse('2026-11-21T10:00:00Z');
  await using host = await startGitLab({ now: () => new Date(clock) });
  const gitlab = opened(host);
  await gitlab.open(draft);
  host.say({ on: 1, author: 'wren', body: 'Long ago.' });
  clock += 3_600_000;
  const since = new Date(clock);
  const line = host.say({ on: 1, author: 'wren', body: '@copydesk shorter', position });
  clock += 1000;
  host.state.notes.push({ ...host.say({ on: 1, author: 'wren', body: 'changed the title' }), id: 5, system: true });
  await gitlab.open({ ...draft, headRef: 'copydesk/job_2' });
  await host.merge(2);
  await gitlab.open({ ...draft, headRef: 'copydesk/job_3' });
  host.say({ on: 3, author: 'group_9_bot_77', body: 'A report.' });
  const events = await gitlab.changesSince(since);
  expect(events.map((event) => (event.kind === 'comment' ? event.comment.body : event))).toEqual([
    '@copydesk shorter',
    'changed the title',
    { kind: 'ended', number: 2, state: 'merged' },
    'A report.',
    { kind: 'pushed', branch: 'main', commit: 'b'.repeat(40) },
  ]);
  expect(events[0]).toEqual({
    kind: 'comment',
    comment: {
      id: `note-${line.id}`,
      number: 1,
      author: 'wren',
      isBot: false,
      body: '@copydesk shorter',
      link: `${host.origin}/acme/handbook/docs/-/merge_requests/1#note_${line.id}`,
      thread: line.discussion,
      place: { path: 'docs/a.md', line: 12, excerpt: '' },
    },
  });
  expect(events[3]).toMatchObject({ comment: { isBot: true } });
});

test('reads all pages of changes', async () => {
  await using host = await startGitLab();
  const gitlab = opened(host);
  for (let job = 1; job <= 130; job += 1) await gitlab.open({ ...draft, headRef: `copydesk/job_${job}` });
  for (let job = 1; job <= 130; job += 1) await host.close(job);
  const events = await gitlab.changesSince(new Date(0));
  expect(events.filter(({ kind }) => kind === 'ended')).toHaveLength(130);
});
