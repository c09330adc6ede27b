import type { FileDiff } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { changesPart, inJobPage } from '../../../src/pages/jobs/step/changes.ts';

const lines = ['# Guide', '', '## Set up', '', 'entry_points={', '', 'a', 'b', 'c', 'run', ''];
const patch = [
  '--- a/docs/guide.md',
  '+++ b/docs/guide.md',
  '@@ -7,4 +7,4 @@ entry_points={',
  ' a',
  ' b',
  ' c',
  '-start',
  '+run',
  '',
].join('\n');

async function shown(path: string, text: string | undefined): Promise<string> {
  const file: FileDiff = { path, oldPath: null, change: 'modified', binary: false, additions: 1, deletions: 1, patch };
  const diff = { baseCommit: 'a', headCommit: 'b', additions: 1, deletions: 1, files: [file] };
  const view = {
    impact: undefined,
    address: '/changes',
    pagesAddress: '/pages',
    diff,
    onlyFile: undefined,
    textOf: () => Promise.resolve(text),
  };
  return (await changesPart(view, inJobPage)).markup;
}

test('a hunk of a page is named by the section that it is in', async () => {
  const text = await shown('docs/guide.md', lines.join('\n'));
  expect(text).toContain('Guide › Set up');
  expect(text).not.toContain('entry_points');
});

test('without the text, a hunk of a page has no name, and a hunk of a program has the name that git gives', async () => {
  expect(await shown('docs/guide.md', undefined)).not.toContain('entry_points');
  expect(await shown('setup.py', undefined)).toContain('entry_points');
});
