import { expect, test } from 'vitest';
import { setProject } from '../../../src/projects/project.ts';
import { hostRig } from '../hosts/host-rig.ts';
import { read, workerRig, type WorkerRig } from '../rig.ts';

const numbers = Array.from({ length: 12 }, (_, index) => index);
const page = (index: number) => `# Page ${index}\n\nAcme Cloud is on page ${index}.\n\nSo it is.\n`;

/** Twelve pages, five of which may be deleted. */
const files = Object.fromEntries(numbers.map((index) => [`docs/old/p${index}.md`, page(index)]));

const remove = (index: number) => ({ tool: 'delete_file', input: { path: `docs/old/p${index}.md` } });
const write = (path: string, content: string) => ({ tool: 'write_file', input: { path, content } });
const rename = (path?: string) => ({
  tool: 'replace_text',
  input: { find: 'Acme Cloud', replace: 'Acme Sky', path },
});

/** Returns the outcome of each call of the job, from its transcript. */
async function uses(rig: Pick<WorkerRig, 'events'>, id: string) {
  return (await rig.events(id)).flatMap((event) => (event.type === 'step' ? event.data.tools : []));
}

async function changed(rig: Pick<WorkerRig, 'repository'>, id: string): Promise<string[]> {
  const names = await rig.repository.git('diff', '-M', '--name-status', 'main', `copydesk/${id}`);
  return names.replaceAll('\t', ' ').split('\n');
}

test('pages can be deleted up to the limit, over one step, several steps and several messages', async () => {
  await using rig = await workerRig(
    [
      { calls: [remove(0), remove(1), remove(2)] },
      { calls: [remove(3)] },
      { text: 'Done' },
      { calls: [remove(4), remove(5), remove(6)] },
      { calls: [read('docs/old/p7.md')] },
      { calls: [write('docs/old/p7.md', 'Gone.\n')] },
      { text: 'Done' },
    ],
    { files },
  );
  const { id } = await rig.create('Tidy up');
  expect(await rig.work()).toMatchObject({ status: 'completed', error: null });
  await rig.send(id, 'Tidy up more');
  expect(await rig.work()).toMatchObject({ status: 'completed', error: null });
  expect(await changed(rig, id)).toEqual([0, 1, 2, 3, 4].map((index) => `D docs/old/p${index}.md`));
  const refused = (await uses(rig, id)).filter(({ ok }) => !ok);
  expect(refused.map(({ summary }) => summary)).toEqual([
    'delete docs/old/p5.md',
    'delete docs/old/p6.md',
    'write docs/old/p7.md',
  ]);
  expect(refused[0]?.result).toBe(
    'With this call, the pull request deletes the text of 6 pages, and the project allows 25 % of 12, and always 5 ' +
      '(refuseDeletedOver). Nothing of the call was done. Change less: where the task needs more, finish what fits and name the rest at the end.',
  );
});

test('a call on many files is carried out completely or not at all, and read marks stay', async () => {
  const move = { tool: 'move_file', input: { from: 'docs/old', to: 'docs/new' } };
  const path = 'docs/old/p0.md';
  await using rig = await workerRig(
    [
      { calls: [read(path)] },
      { calls: [rename(), move, { tool: 'delete_file', input: { path: 'docs/old' } }] },
      { calls: [{ tool: 'edit_file', input: { path, edits: [{ old: 'So it is.', new: 'So be it.' }] } }] },
      { calls: [rename('docs/old/p{1,2}.md')] },
      { text: 'Done' },
    ],
    { files },
  );
  await setProject(rig.db, rig.project.id, { refuseFilesOver: 3 });
  const { id } = await rig.create('Rename it');
  expect(await rig.work()).toMatchObject({ status: 'completed', error: null });
  expect(await changed(rig, id)).toEqual([0, 1, 2].map((index) => `M docs/old/p${index}.md`));
  expect((await uses(rig, id)).map(({ ok }) => ok)).toEqual([true, false, false, false, true, true]);
  expect(JSON.stringify(await uses(rig, id))).toContain('changes 12 files, and the project allows 3 (refuseFilesOver)');
});

test('a folder that moves does not count as deleted', async () => {
  const move = { tool: 'move_file', input: { from: 'docs/old', to: 'docs/new' } };
  await using rig = await workerRig([{ calls: [move] }, { text: 'Done' }], { files });
  await setProject(rig.db, rig.project.id, { refuseFilesOver: 12, refuseBytesOver: 1, refuseDeletedOver: 1 });
  const { id } = await rig.create('Move it');
  expect(await rig.work()).toMatchObject({ status: 'completed', error: null });
  expect(await changed(rig, id)).toEqual(
    numbers.map((index) => `R100 docs/old/p${index}.md docs/new/p${index}.md`).toSorted(),
  );
});

test('the number of files and bytes is limited', async () => {
  const many = Array.from({ length: 30 }, (_, index) => write(`docs/new/${index}.md`, `# New ${index}\n`));
  const long = `# Large\n\n${'Some words.\n'.repeat(700)}`;
  const large = Array.from({ length: 3 }, (_, index) => write(`docs/large/${index}.md`, long));
  await using rig = await workerRig(
    [{ calls: many.slice(0, 20) }, { calls: large }, { calls: many }, { text: 'Done' }],
    {
      files,
    },
  );
  await setProject(rig.db, rig.project.id, { refuseFilesOver: 25, refuseBytesOver: 20_000 });
  const { id } = await rig.create('Write');
  expect(await rig.work()).toMatchObject({ status: 'completed', error: null });
  expect(await changed(rig, id)).toHaveLength(25);
  const said = (await uses(rig, id)).filter(({ ok }) => !ok).map(({ result }) => result);
  expect(said[0]).toContain('bytes, counting changed files whole, and the project allows 20,000 (refuseBytesOver)');
  expect(said[1]).toContain('changes 26 files, and the project allows 25 (refuseFilesOver)');
});

test('a lowered limit applies before delivery; the work is kept, and a message continues it', async () => {
  const stop = new AbortController();
  await using rig = await workerRig(
    (call) => {
      if (call === 0) return { calls: [rename()] };
      if (call !== 1) return { text: 'Done' };
      stop.abort();
      return { calls: [read('docs/old/p0.md')] };
    },
    { files },
  );
  const { id } = await rig.create('Rename it');
  expect((await rig.work({}, stop.signal)).status).toBe('active');
  await setProject(rig.db, rig.project.id, { refuseFilesOver: 11 });
  const { status, error } = await rig.work();
  expect({ status, error }).toMatchObject({ status: 'failed', error: { code: 'too_large_change', retryable: false } });
  expect(error?.detail).toBe(
    'The pull request changes 12 files, and the project allows 11 (refuseFilesOver). Nothing was pushed, and what is done is ' +
      'kept. Ask for less in a message, or raise the limit of the project and send one.',
  );
  expect(await rig.repository.git('branch', '--list', `copydesk/${id}`)).toBe('');
  await setProject(rig.db, rig.project.id, { refuseFilesOver: null });
  await rig.send(id, 'Go on');
  expect(await rig.work()).toMatchObject({ status: 'completed', error: null });
  expect(await changed(rig, id)).toHaveLength(12);
});

test('commits by people and merged changes do not count for the job', async () => {
  let turn = 0;
  await using rig = await hostRig((_call, { prompt }) => {
    if (prompt.at(-1)?.role !== 'user') return { text: 'Done' };
    turn += 1;
    if (turn === 1) return { calls: [rename('docs/old/p0.md')] };
    const content = page(0).replace('Acme Cloud', 'Acme Sky Platform');
    return {
      calls: [read('docs/old/p0.md'), write('docs/old/p0.md', content), write(`docs/n${turn}.md`, '# New\n')],
    };
  });
  await rig.repository.commit(files);
  await setProject(rig.db, rig.project.id, { refuseFilesOver: 2 });
  const { id } = await rig.create('Rename it');
  expect(await rig.work()).toMatchObject({ status: 'completed', error: null });
  const theirs = Object.fromEntries(numbers.slice(1, 5).map((index) => [`docs/old/p${index}.md`, 'Theirs.\n']));
  await rig.repository.commit(theirs, { branch: `copydesk/${id}` });
  await rig.repository.commit({ 'docs/old/p0.md': page(0).replace('Cloud', 'Platform'), 'docs/more.md': '# More\n' });
  await rig.send(id, 'please solve the conflicts');
  expect(await rig.work()).toMatchObject({ status: 'completed', error: null });
  expect(await changed(rig, id)).toHaveLength(6);
  await rig.send(id, 'one more');
  expect(await rig.work()).toMatchObject({ status: 'completed', error: null });
  expect((await uses(rig, id)).filter(({ ok }) => !ok).map(({ summary, result }) => `${summary}: ${result}`)).toEqual([
    expect.stringMatching(/^write docs\/n3\.md: .*changes 3 files, and the project allows 2/),
  ]);
});
