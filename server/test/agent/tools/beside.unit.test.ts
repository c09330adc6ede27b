import { expect, test } from 'vitest';
import { memoryTree } from '../memory-tree.ts';
import { callTool } from './call-tool.ts';

const tree = memoryTree({ 'docs/a.md': 'One.\n', 'lib/b.md': 'Two.\n' });
const repositories = ['app', 'lib'].map((name) => ({ name, tree: memoryTree({ 'src/main.ts': 'run();\n' }) }));

const answerOf = (tool: string, input: object) => callTool(tool, input, tree, { repositories });

test.each([
  ['read_file', { path: '@app/src/main.ts' }, 'app', 'src/main.ts'],
  ['read_file', { paths: ['docs/a.md', 'app:src/main.ts'] }, 'app', 'src/main.ts'],
  ['search', { pattern: 'run', path: 'app/src' }, 'app', 'src'],
  ['list_files', { path: '@lib' }, 'lib', ''],
])('%s of %j gets a hint how to name the context repository', async (tool, input, name, path) => {
  const { text } = await answerOf(tool, input);
  expect(text).toMatch(new RegExp(`The context repository is read with repository: "${name}", path: "${path}"\\.$`));
  expect(await answerOf(tool, { ...input, path, paths: undefined, repository: name })).toMatchObject({ ok: true });
});

test.each([
  ['read_file', { path: 'lib/b.md' }],
  ['read_file', { path: 'docs/none.md' }],
  ['search', { pattern: 'Two', path: 'lib/' }],
  ['search', { pattern: 'Two' }],
])('%s of %j is answered only from the docs', async (tool, input) => {
  expect((await answerOf(tool, input)).text).not.toContain('context repository');
});
