import { expect, test } from 'vitest';
import { workerRig } from '../rig.ts';

const vercel = `{
  "headers": [{ "source": "/(.*)", "headers": [{ "key": "X-Frame-Options", "value": "DENY" }] }],
  "redirects": [
    { "source": "/intro", "destination": "/guide", "permanent": true }
  ]
}
`;

const files = {
  'vercel.json': vercel,
  'mkdocs.yml': 'site_name: x\n',
  'docs/index.md': '# Welcome\n\nStart with the [guide](guide.md).\n',
  'docs/guide.md': '# Guide\n',
};

const move = { calls: [{ tool: 'move_file', input: { from: 'docs/guide.md', to: 'docs/start.md' } }] };
const read = { calls: [{ tool: 'read_file', input: { path: 'vercel.json' } }] };

function edit(old: string, now: string) {
  return { calls: [{ tool: 'edit_file', input: { path: 'vercel.json', edits: [{ old, new: now }] } }] };
}

const write = (path: string) => ({ calls: [{ tool: 'write_file', input: { path, content: '/a /b\n' } }] });

const siteIn = (folder: string) => ({
  [`${folder}/sidebars.js`]: "module.exports = { docs: ['guide', 'setup'] };\n",
  [`${folder}/_redirects`]: '/intro /guide\n',
});

test('a move writes redirects into the configuration of the host, also in the next turn', async () => {
  const again = { calls: [{ tool: 'move_file', input: { from: 'docs/start.md', to: 'docs/first.md' } }] };
  await using rig = await workerRig([move, { text: 'Moved' }, again, { text: 'Moved again' }], { files });
  const { id } = await rig.create('Move the guide');
  expect(await rig.work()).toMatchObject({ status: 'completed', error: null });
  const first = await rig.repository.git('show', `copydesk/${id}:vercel.json`);
  expect(JSON.parse(first)).toEqual({
    ...JSON.parse(vercel),
    redirects: [
      { source: '/intro', destination: '/start', permanent: true },
      { source: '/guide', destination: '/start', permanent: true },
    ],
  });
  await rig.send(id, 'And once more');
  expect(await rig.work()).toMatchObject({ status: 'completed', error: null });
  const second = await rig.repository.git('show', `copydesk/${id}:vercel.json`);
  expect(second).toContain('{ "source": "/start", "destination": "/first", "permanent": true }');
  expect(second).not.toContain('"destination": "/start"');
});

test('no other part of that configuration can be changed', async () => {
  const attacks = [
    edit('DENY', 'ALLOWALL'),
    edit('"/guide"', '"https://evil.example"'),
    edit('"redirects"', '"rewrites": [],\n  "redirects"'),
    { calls: [{ tool: 'delete_file', input: { path: 'vercel.json' } }] },
    { calls: [{ tool: 'move_file', input: { from: 'vercel.json', to: 'docs/vercel.json' } }] },
    { calls: [{ tool: 'write_file', input: { path: 'docs/vercel.json', content: '{ "redirects": [] }' } }] },
    { calls: [{ tool: 'write_file', input: { path: 'docs/netlify.toml', content: '' } }] },
  ];
  await using rig = await workerRig([move, read, ...attacks, { text: 'Done' }], { files });
  const { id } = await rig.create('Change the host');
  expect((await rig.work()).status).toBe('completed');
  const answers = JSON.stringify(rig.model.calls.at(-1)?.prompt);
  expect(answers.match(/only redirects within the site may change/g)).toHaveLength(3);
  expect(answers.match(/it is obeyed by hosts/g)).toHaveLength(4);
  const changed = await rig.repository.git('diff', '--name-only', '--no-renames', 'main', `copydesk/${id}`);
  expect(changed.split('\n')).toEqual(['docs/guide.md', 'docs/index.md', 'docs/start.md', 'vercel.json']);
  const after = await rig.repository.git('show', `copydesk/${id}:vercel.json`);
  expect(after).toContain('DENY');
  expect(after).not.toContain('evil');
});

test('a site outside the docs folder that serves these pages gets its sidebar and redirects changed', async () => {
  const config = "export default { presets: [['classic', { docs: { path: '../docs', routeBasePath: '/' } }]] };\n";
  const beside = {
    'website/docusaurus.config.ts': config,
    ...siteIn('website'),
    'other/docusaurus.config.ts': config.replace('../docs', '../pages'),
    ...siteIn('other'),
    'docs/guide.md': '# Guide\n',
    'docs/setup.md': '# Setup\n\nSee the [guide](guide.md).\n',
  };
  const script = [move, write('other/_redirects2'), write('website/index.js'), { text: 'Done' }];
  await using rig = await workerRig(script, { files: beside, docsFolder: 'docs' });
  const { id } = await rig.create('Move the guide');
  expect(await rig.work()).toMatchObject({ status: 'completed', error: null });
  const changed = await rig.repository.git('diff', '--name-only', '--no-renames', 'main', `copydesk/${id}`);
  expect(changed.split('\n')).toEqual([
    'docs/guide.md',
    'docs/setup.md',
    'docs/start.md',
    'website/_redirects',
    'website/sidebars.js',
  ]);
});
