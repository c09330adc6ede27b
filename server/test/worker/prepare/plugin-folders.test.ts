import { expect, test } from 'vitest';
import { openJobMandate } from '../../../src/worker/prepare/job-mandate.ts';
import { testRepository } from '../../support/git-repository.ts';
import { sharedDocs } from '../../support/shared-docs.ts';
import { testWorkspace } from '../../support/workspace.ts';

/** Returns which of the paths a job may write in a repository with these files, whose docs are the whole of it. */
async function refusedIn(files: Record<string, string>, paths: string[], allow: string[] = []): Promise<string[]> {
  await using repository = await testRepository({ bare: true });
  const commit = await repository.commit({ 'index.md': '# Docs\n', ...files });
  await using opened = await testWorkspace();
  const own = await opened.workspace.repository({ id: 'prj_1', kind: 'path', location: repository.path });
  const { refuse } = await openJobMandate(sharedDocs(), own, commit, { docsFolder: '', allow });
  const text = new TextEncoder().encode('# Deploy\n\nRun it.\n');
  return paths.filter((path) => refuse(path, text)?.startsWith('agents load it'));
}

const pages = [
  'commands/deploy.md',
  'tools/commands/deploy.md',
  'guides/commands.md',
  'agents/writer.md',
  'extra/run.md',
];

test('a page about a command is a page where there is no plugin', async () => {
  expect(await refusedIn({ 'guides/commands.md': '# Commands\n' }, pages)).toEqual([]);
});

test.each([
  [
    'beside a manifest',
    { '.claude-plugin/plugin.json': '{"name": "docs"}' },
    ['commands/deploy.md', 'agents/writer.md'],
  ],
  ['of another agent', { '.cursor-plugin/plugin.json': '{}' }, ['commands/deploy.md', 'agents/writer.md']],
  ['of an extension', { 'gemini-extension.json': '{}' }, ['commands/deploy.md', 'agents/writer.md']],
  ['in a folder', { 'tools/.claude-plugin/plugin.json': '{}' }, ['tools/commands/deploy.md']],
  [
    'that a manifest names',
    { '.claude-plugin/plugin.json': '{"commands": ["./extra/run.md"]}' },
    ['commands/deploy.md', 'agents/writer.md', 'extra/run.md'],
  ],
  [
    'that a marketplace names',
    { '.claude-plugin/marketplace.json': '{"plugins": [{"source": "./tools"}]}' },
    ['commands/deploy.md', 'tools/commands/deploy.md', 'agents/writer.md'],
  ],
  [
    'that a manifest names without a dot, by an escape or by a variable',
    {
      '.claude-plugin/plugin.json':
        '{"hooks": ["${CLAUDE_PLUGIN_ROOT}/extra/run.md", ".\\/guides\\/commands.md"], "keywords": ["tools"]}',
    },
    ['commands/deploy.md', 'guides/commands.md', 'agents/writer.md', 'extra/run.md'],
  ],
  [
    'of a marketplace for another agent',
    { '.agents/plugins/marketplace.json': '{"plugins": [{"source": "tools"}]}' },
    ['commands/deploy.md', 'tools/commands/deploy.md', 'agents/writer.md'],
  ],
  ['whose manifest cannot be read', { '.claude-plugin/plugin.json': '{"' }, ['commands/deploy.md', 'agents/writer.md']],
])('a file %s is for people', async (_name, files, refused) => {
  expect(await refusedIn(files, pages)).toEqual(refused);
});

test('an owner may allow one by its path', async () => {
  const files = { '.claude-plugin/plugin.json': '{}' };
  expect(await refusedIn(files, pages, ['commands/deploy.md'])).toEqual(['agents/writer.md']);
});
