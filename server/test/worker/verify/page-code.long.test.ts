import { expect, test } from 'vitest';
import { plainModel } from '../../../src/agent/model.ts';
import { createCopyeditor } from '../../../src/agent/models/builtin/copyeditor.ts';
import { setProject } from '../../../src/projects/project.ts';
import type { CompleteChange } from '../../../src/projects/project.ts';
import type { WorkerServices } from '../../../src/worker/services.ts';
import { site, workerRig } from '../rig.ts';
import type { WorkerRig } from '../rig.ts';

const docusaurus = {
  'docusaurus.config.js': "module.exports = { presets: [['classic', { docs: { path: 'docs' } }]] };\n",
  'src/Chart.js': 'export default () => null;\n',
  'docs/index.mdx': "import Chart from '@site/src/Chart';\n\n# Home\n\n<Chart />\n",
};

function write(path: string, content: string) {
  return { calls: [{ tool: 'write_file', input: { path, content } }] };
}

async function description(rig: WorkerRig): Promise<string | undefined> {
  const found = await rig.db.selectFrom('pull_request').select('description').executeTakeFirst();
  return found?.description;
}

const bad = write('docs/new.mdx', "import cp from 'child_process';\n\n# New\n\n{cp.execSync('id')}\n");
const good = write('docs/new.mdx', "import Chart from '@site/src/Chart';\n\n# New\n\n<Chart />\n");

test('a model is shown code that runs when the site is built, and removes it', async () => {
  await using rig = await workerRig([bad, { text: 'Write a page' }, good, { text: 'Write a page, without it' }], {
    files: docusaurus,
  });
  const { id } = await rig.create('Write a page.');
  expect(await rig.work()).toMatchObject({ status: 'completed', error: null });
  const reported = JSON.stringify(rig.model.calls[2]?.prompt.at(-1));
  expect(reported).toContain(
    'docs/new.mdx:1 error refused-code: runs code when the site is built by Docusaurus: import child_process. It is new in the docs, so it is refused',
  );
  expect(reported).toContain('docs/new.mdx:5 error refused-code: runs code');
  expect(await description(rig)).not.toContain('adds code');
  const checked = (await rig.events(id)).flatMap((event) => (event.type === 'checked' ? [event.data] : []));
  expect(checked.map(({ problems }) => problems.length)).toEqual([2, 0]);
  expect(await rig.repository.git('show', `copydesk/${id}:docs/new.mdx`)).not.toContain('child_process');
});

test('a model that keeps the code fails the job before the push, and a message continues it', async () => {
  let takesOut = false;
  await using rig = await workerRig(
    (_call, { prompt }) => {
      if (prompt.at(-1)?.role !== 'user') return { text: 'Write a page' };
      return takesOut ? good : bad;
    },
    { files: docusaurus },
  );
  const { id } = await rig.create('Write a page.');
  const job = await rig.work();
  expect(job).toMatchObject({ status: 'failed', prLink: null, error: { code: 'path_refused' } });
  expect(job.error?.detail).toContain(
    'docs/new.mdx:1 runs code when the site is built by Docusaurus: import child_process; docs/new.mdx:5 runs code',
  );
  expect(await rig.repository.git('branch', '--list', 'copydesk/*')).toBe('');

  takesOut = true;
  await rig.send(id, 'Without running anything.');
  expect(await rig.work()).toMatchObject({ status: 'completed', error: null });
  expect(await description(rig)).not.toContain('adds code');
});

test('refused code cannot be contested', async () => {
  const contest = { path: 'docs/new.mdx', rule: 'refused-code', reason: 'It is needed.' };
  await using rig = await workerRig(
    [bad, { text: 'Write a page' }, { calls: [{ tool: 'contest_problem', input: contest }] }],
    { files: docusaurus },
  );
  await rig.create('Write a page.');
  expect(await rig.work()).toMatchObject({ status: 'failed', error: { code: 'path_refused' } });
});

const copyeditor: WorkerServices['resolveModel'] = (_name, { docs }) =>
  plainModel('builtin/copyeditor', createCopyeditor({ docs }));

test('the copyeditor is shown the code as well, and cannot remove it', async () => {
  const files = { ...docusaurus, 'docs/page.mdx': '# Page\n\nSay it here.\n' };
  await using rig = await workerRig([], { files });
  const { id } = await rig.create('Replace "Say it" with "{eval(1)}"');
  const { status, error } = await rig.work({ resolveModel: copyeditor });
  expect({ status, code: error?.code }).toEqual({ status: 'failed', code: 'path_refused' });
  const reported = (await rig.events(id)).flatMap((event) => (event.type === 'checked' ? event.data.problems : []));
  expect(reported[0]).toMatch(
    /^docs\/page\.mdx:3 error refused-code: runs code when the site is built by Docusaurus: /,
  );
});

test('a file that the project names exactly may contain code, and reviewers are informed', async () => {
  await using rig = await workerRig(
    [write('docs/new.mdx', "import a from 'a';\n\n# New\n"), { text: 'Write a page' }],
    {
      files: docusaurus,
    },
  );
  await setProject(rig.db, rig.project.id, { allow: ['docs/new.mdx'] });
  await rig.create('Write a page.');
  expect(await rig.work()).toMatchObject({ status: 'completed' });
  expect(await description(rig)).toMatch(
    /\*\*This change adds code to pages\.\*\* .*\n\n- `docs\/new\.mdx:1` runs code when the site is built by Docusaurus: `import a`\n\n/,
  );
});

test('code that runs in browsers is listed at the top of the pull request, in later turns too', async () => {
  await using rig = await workerRig(
    [
      write('docs/new.md', '# New\n\n<b onclick="fixes #1 @team">x</b>\n'),
      { text: 'Write a page' },
      write('docs/more.md', '# More\n'),
      { text: 'Write another' },
    ],
    { files: site },
  );
  const { id } = await rig.create('Write a page.');
  expect(await rig.work()).toMatchObject({ status: 'completed' });
  const reported = '- `docs/new.md:3` runs code in the browsers of readers: `onclick fixes #1 @team`\n\n';
  expect(await description(rig)).toContain(reported);
  await rig.send(id, 'And another.');
  expect(await rig.work()).toMatchObject({ status: 'completed' });
  expect(await description(rig)).toContain(reported);
});

test('new hosts and install commands are listed there, too', async () => {
  const page = '# New\n\nSee [it](https://evil.dev/a).\n\n```sh\nnpm install evil\n```\n';
  await using rig = await workerRig([write('docs/new.md', page), { text: 'Write a page' }], { files: site });
  await rig.create('Write a page.');
  expect(await rig.work()).toMatchObject({ status: 'completed' });
  const reported = await description(rig);
  expect(reported).toContain('- `docs/new.md:3` leads to the new host: `evil.dev`\n\n');
  expect(reported).toContain('- `docs/new.md:6` has the install command: `npm install evil`\n\n');
  expect(reported).not.toContain('adds code');
});

test.each<[CompleteChange, RegExp]>([
  [{ pageCode: 'refuse' }, /docs\/new\.md:3 runs code in the browsers of readers: onclick x/],
  [{ newHosts: 'refuse' }, /docs\/new\.md:3 leads to the new host: evil\.dev/],
  [{ installCommands: 'refuse' }, /docs\/new\.md:5 has the install command: npm install evil/],
])('the setting %j of a project refuses the change', async (change, detail) => {
  const page = '# New\n\n<b onclick="x">x</b> https://evil.dev\n\nRun `npm install evil`.\n';
  await using rig = await workerRig([write('docs/new.md', page), { text: 'Write a page' }], { files: site });
  await setProject(rig.db, rig.project.id, change);
  await rig.create('Write a page.');
  const { status, error } = await rig.work();
  expect({ status, code: error?.code }).toEqual({ status: 'failed', code: 'path_refused' });
  expect(error?.detail).toMatch(detail);
});

test('content that a project allows is not reported, and content that it marks is not refused', async () => {
  const page = "import a from 'a';\n\n# New\n\nhttps://evil.dev\n\nRun `npm install evil`.\n";
  await using rig = await workerRig([write('docs/new.mdx', page), { text: 'Write a page' }], { files: docusaurus });
  await setProject(rig.db, rig.project.id, { pageCode: 'mark', newHosts: 'allow', installCommands: 'allow' });
  await rig.create('Write a page.');
  expect(await rig.work()).toMatchObject({ status: 'completed' });
  const reported = await description(rig);
  expect(reported).toContain('- `docs/new.mdx:1` runs code when the site is built by Docusaurus: `import a`\n\n');
  expect(reported).not.toMatch(/evil/);
  expect(reported).toContain(
    '**The protection of this project is lowered**: `code in pages is reported, not refused`; `new hosts are allowed`; `new install commands are allowed`.',
  );
});

test('no setting allows an include of files on the build machine', async () => {
  const files = { 'docs/.vitepress/config.ts': 'export default {};\n', 'docs/index.md': '# Home\n' };
  const page = '# New\n\n<!--@include: ../.git/config-->\n';
  await using rig = await workerRig(
    (_call, { prompt }) => {
      return prompt.at(-1)?.role === 'user' ? write('docs/new.md', page) : { text: 'Write a page' };
    },
    { files },
  );
  await setProject(rig.db, rig.project.id, { pageCode: 'allow', allow: ['docs/new.md'] });
  await rig.create('Write a page.');
  const { status, error } = await rig.work();
  expect({ status, code: error?.code }).toEqual({ status: 'failed', code: 'path_refused' });
  expect(error?.detail).toContain(
    'docs/new.md:3 includes something from outside the repository: include ../.git/config',
  );
});
