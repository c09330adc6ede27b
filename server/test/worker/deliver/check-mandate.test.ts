import { expect, test } from 'vitest';
import { setProject } from '../../../src/projects/project.ts';
import { hostRig } from '../hosts/host-rig.ts';
import { editGuide, read, site, workerRig } from '../rig.ts';

test('a continued turn is checked by the current settings before it delivers anything', async () => {
  const stop = new AbortController();
  const files = { ...site, 'src/example.ts': 'run();\n' };
  await using rig = await workerRig(
    (call) => {
      if (call === 0) return { calls: [{ tool: 'write_file', input: { path: 'src/new.ts', content: 'run();\n' } }] };
      if (call > 1) return { text: 'Done' };
      stop.abort();
      return { calls: [read('docs/index.md')] };
    },
    { files, docsFolder: 'docs' },
  );
  await setProject(rig.db, rig.project.id, { allow: ['src/**'] });
  const { id } = await rig.create('Write an example');
  expect((await rig.work({}, stop.signal)).status).toBe('active');
  await setProject(rig.db, rig.project.id, { allow: [] });
  const { status, error } = await rig.work();
  expect({ status, error }).toMatchObject({ status: 'failed', error: { code: 'path_refused' } });
  expect(error?.detail).toContain('"src/new.ts" is refused: it is outside of the docs folder "docs"');
  expect(await rig.repository.git('branch', '--list', `copydesk/${id}`)).toBe('');
});

const guide = (name: string) => `# Guide\n\nUse ${name}.\n\n## Set up\n\nRun it.\n`;

test('changes by people are not checked against the mandate, even if a turn merges them', async () => {
  let solves = false;
  await using rig = await hostRig((_call, { prompt }) => {
    if (prompt.at(-1)?.role !== 'user') return { text: 'Done' };
    if (!solves) return editGuide('Acme Cloud', 'Acme Platform');
    const input = { path: 'docs/guide.md', content: guide('Acme Sky Platform') };
    return { calls: [read('docs/guide.md'), { tool: 'write_file', input }] };
  });
  const { id } = await rig.create('Acme Platform');
  await rig.work();
  solves = true;
  const theirs = { 'docs/Guide.md': 'a twin\n', 'docs/aux.md': 'a device\n', '.github/workflows/ci.yml': 'on: push\n' };
  await rig.repository.commit(theirs, { branch: `copydesk/${id}` });
  await rig.repository.commit({ 'docs/guide.md': guide('Acme Sky'), 'package.json': '{}\n' });
  await rig.send(id, 'please solve the conflicts');
  expect(await rig.work()).toMatchObject({ status: 'completed', error: null });
  const changed = await rig.repository.git('diff', '--name-only', 'main', `copydesk/${id}`);
  expect(changed.split('\n').toSorted()).toEqual([...Object.keys(theirs), 'docs/guide.md'].toSorted());
});

test('a docs folder moves with its protected files, and does not move if one of them must stay', async () => {
  const files = { ...site, 'docs/old/a.md': '# A\n', 'docs/old/demo.html': '<p>\n', 'docs/old/run.py': 'run()\n' };
  const calls = [
    { tool: 'move_file', input: { from: 'docs/old', to: 'docs/theme' } },
    { tool: 'move_file', input: { from: 'docs/old', to: 'docs/new' } },
  ];
  await using rig = await workerRig((call) => (calls[call] ? { calls: [calls[call]] } : { text: 'Done' }), {
    files,
    docsFolder: 'docs',
  });
  const { id } = await rig.create('Move the old pages');
  expect(await rig.work()).toMatchObject({ status: 'completed', error: null });
  const moved = await rig.repository.git('diff', '-M', '--name-status', 'main', `copydesk/${id}`);
  expect(moved.replaceAll('\t', ' ').split('\n')).toEqual([
    'R100 docs/old/a.md docs/new/a.md',
    'R100 docs/old/demo.html docs/new/demo.html',
    'R100 docs/old/run.py docs/new/run.py',
  ]);
  expect(JSON.stringify(await rig.events(id))).toContain('docs/theme/demo.html\\" is refused');
});
