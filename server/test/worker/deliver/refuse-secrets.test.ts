import { expect, test } from 'vitest';
import { madeUp } from '../../leaks/made-up.ts';
import { editGuide, read, site, workerRig } from '../rig.ts';

const token = `ghp_${madeUp(36)}`;
const key = madeUp(48);
const ownSecrets = async () => [{ name: 'the key of openai', value: key }];

test('a secret in a page fails the job before the push, and a message continues it', async () => {
  await using rig = await workerRig([
    editGuide('Run it.', `Run it with ${token}.`),
    { text: 'Say how' },
    editGuide(token, 'YOUR_TOKEN'),
    { text: 'Say how, without it' },
  ]);
  const { id } = await rig.create('Say how to run it.');
  const job = await rig.work();
  expect(job).toMatchObject({ status: 'failed', prLink: null, error: { code: 'secret_found', retryable: false } });
  expect(job.error?.detail).toContain('docs/guide.md line 7 (github). Nothing was pushed.');
  expect(job.error?.detail).not.toContain(token);
  expect(await rig.repository.git('branch', '--list', 'copydesk/*')).toBe('');
  expect((await rig.events(id)).at(-1)).toMatchObject({ type: 'failed', data: { code: 'secret_found' } });

  await rig.send(id, 'Use a placeholder.');
  expect(await rig.work()).toMatchObject({ status: 'completed', error: null });
  expect(await rig.repository.git('log', '-p', `main..copydesk/${id}`)).not.toContain(token);
});

test.each([
  [
    'the closing text',
    [{ text: `NOTHING TO DO: it is ${Array.from(key).join(' ')}` }],
    'the closing text (the key of openai)',
  ],
  [
    'the words beside a change',
    [editGuide('Run it.', 'Start it.'), { text: `Start it\n\nWith ${Buffer.from(key).toString('base64')}.` }],
    'the commit message (the key of openai)',
  ],
])('a secret of the installation in %s fails the job', async (_, script, place) => {
  await using rig = await workerRig(script);
  await rig.create('Say what you know.');
  const job = await rig.work({ ownSecrets });
  expect(job).toMatchObject({ status: 'failed', error: { code: 'secret_found' } });
  expect(job.error?.detail).toContain(place);
  expect(await rig.repository.git('branch', '--list', 'copydesk/*')).toBe('');
});

test('the name of a new file is searched for secrets, and is not part of the error', async () => {
  const path = `docs/${token}.md`;
  await using rig = await workerRig([
    { calls: [{ tool: 'write_file', input: { path, content: `# New\n\nSee ${token}.\n` } }] },
    { text: 'Write a page' },
  ]);
  await rig.create('Write a page.');
  const job = await rig.work();
  expect(job.error).toMatchObject({ code: 'secret_found' });
  expect(job.error?.detail).toContain('the name of a file (github)');
  expect(job.error?.detail).not.toContain(token);
});

test('a secret that is in the docs already may be copied within them', async () => {
  const files = { ...site, 'docs/old.md': `# Old\n\nTest it with ${token} first.\n` };
  await using rig = await workerRig(
    [
      { calls: [read('docs/guide.md')] },
      editGuide('Run it.', `Test it with ${token}, and run it.`),
      { text: 'Say it here, too' },
    ],
    { files },
  );
  await rig.create('Say how to run it.');
  expect(await rig.work()).toMatchObject({ status: 'completed', error: null });
});
