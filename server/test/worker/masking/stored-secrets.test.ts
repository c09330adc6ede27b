import { expect, test } from 'vitest';
import { readJobDiff } from '../../../src/wiring/job/diff.ts';
import { madeUp } from '../../leaks/made-up.ts';
import { read, site, workerRig } from '../rig.ts';

const token = `ghp_${madeUp(36)}`;
const key = madeUp(48);
const ownSecrets = async () => [{ name: 'the key of openai', value: key }];

/** Returns all that the database stores about jobs, except the files of a turn. */
async function storedOf(rig: Awaited<ReturnType<typeof workerRig>>): Promise<string> {
  const { db } = rig;
  const rows = await Promise.all([
    db.selectFrom('job').selectAll().execute(),
    db.selectFrom('job_step').selectAll().execute(),
    db.selectFrom('job_event').selectAll().execute(),
    db.selectFrom('pull_request').selectAll().execute(),
  ]);
  return JSON.stringify(rows);
}

test('the texts, calls and results of a model are stored without secrets, and its files keep them', async () => {
  const files = { ...site, 'docs/old.md': `# Old\n\nTest it with ${token} first.\n` };
  await using rig = await workerRig(
    [
      { text: `I look for ${key}`, calls: [read('docs/old.md'), { tool: 'search', input: { pattern: key } }] },
      { calls: [{ tool: 'write_file', input: { path: 'docs/new.md', content: `# New\n\nTest with ${token}.\n` } }] },
      { text: 'Copy a page' },
    ],
    { files },
  );
  const { id } = await rig.create('Copy it.');
  expect(await rig.work({ ownSecrets })).toMatchObject({ status: 'completed' });
  const stored = await storedOf(rig);
  expect(stored).not.toContain(token);
  expect(stored).not.toContain(key);
  expect(stored).toContain('I look for [a secret: the key of openai]');
  expect(stored).toContain('Test it with [a secret: github] first.');
  expect(await rig.repository.git('show', `copydesk/${id}:docs/new.md`)).toContain(token);
});

test('a missing tool, a final answer and an error of the model are stored without secrets', async () => {
  await using rig = await workerRig([
    { calls: [{ tool: token, input: { [key]: key } }] },
    { text: `NOTHING TO DO: ${Array.from(key).join('-')}` },
  ]);
  await rig.create('Say it.');
  const job = await rig.work({ ownSecrets });
  expect(job.error).toMatchObject({ code: 'secret_found' });
  const stored = await storedOf(rig);
  expect(stored).not.toContain(token);
  expect(stored.replaceAll(/[^a-zA-Z0-9]/g, '')).not.toContain(key);
});

test('the diff of work that failed for a secret does not show it', async () => {
  await using rig = await workerRig([
    { calls: [{ tool: 'write_file', input: { path: 'docs/new.md', content: `# New\n\nUse ${token}.\n` } }] },
    { text: 'Write a page' },
  ]);
  const { id } = await rig.create('Write it.');
  expect((await rig.work()).error).toMatchObject({ code: 'secret_found' });
  const { workspace } = rig.services;
  const openRepository = () =>
    workspace.repository({ id: rig.project.id, kind: 'path', location: rig.repository.path });
  const { files } = await readJobDiff({ db: rig.db, openRepository }, id);
  expect(files[0]?.patch).toContain('+Use [a secret: github].');
});
