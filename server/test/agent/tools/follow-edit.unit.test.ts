import { CopydeskError } from '@copydesk/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { ReadMarks } from '../../../src/agent/compact/read-marks.ts';
import { openDocs } from '../../../src/docs/engine.ts';
import { memoryTree } from '../memory-tree.ts';
import type { MemoryTree } from '../memory-tree.ts';
import { callTool } from './call-tool.ts';

const engine = openDocs({ workers: 1, timeoutMilliseconds: 20_000 });
afterAll(() => engine.close());

const files = {
  'a.md': '# A\n\n## Set up\n\nText.\n\n<a id="old-id"></a>\n\n## Use\n\n[up](#set-up)\n',
  'b.md': '# B\n\n[x](a.md#set-up) [y](a.md#use) [z](a.md#old-id)\n',
};

/**
 * Reads every file and makes the edits to the page; returns the result with the lines about headings and further links.
 */
async function edited(edits: [string, string][], tree: MemoryTree = memoryTree(files), more: object = {}) {
  const context = { docs: engine.of(tree, { folder: '' }), marks: new ReadMarks(), ...more };
  for (const path of Object.keys(files)) await callTool('read_file', { path }, tree, context);
  const asked = edits.map(([old, by]) => ({ old, new: by }));
  const { text } = await callTool('edit_file', { path: 'a.md', edits: asked }, tree, context);
  return { tree, context, reported: text.split('\n').filter((line) => /heading|further/.test(line)), text };
}

describe('links to a renamed heading or id', () => {
  test('are updated, on the same page too, and are reported with file and line', async () => {
    const { tree, reported } = await edited([['## Set up\n', 'New.\n\n## Install\n']]);
    expect(reported).toEqual([
      'heading changed, so link: a.md:13 #set-up → #install',
      'heading changed, so link: b.md:3 a.md#set-up → a.md#install',
      'lines below are 2 further down now',
    ]);
    expect(tree.text('a.md')).toContain('[up](#install)');
    expect(tree.text('b.md')).toContain('[x](a.md#install) [y](a.md#use)');
  });

  test('are updated for several headings of one call, and for ids', async () => {
    const { tree } = await edited([
      ['## Set up', '## Install'],
      ['old-id', 'new-id'],
      ['## Use', '## Usage'],
    ]);
    expect(tree.text('b.md')).toBe('# B\n\n[x](a.md#install) [y](a.md#usage) [z](a.md#new-id)\n');
  });

  test('are only reported if it is unclear which heading is the same', async () => {
    const { tree, reported } = await edited([
      ['## Set up\n\nText.\n', '## First\n\n## Second\n'],
      ['<a id="old-id"></a>\n', ''],
    ]);
    expect(reported).toEqual([
      'leads to no heading or id any more: a.md:10 #set-up',
      'leads to no heading or id any more: b.md:3 a.md#set-up',
      'leads to no heading or id any more: b.md:3 a.md#old-id',
      'lines below are 1 further up now',
    ]);
    expect(tree.text('b.md')).toBe(files['b.md']);
  });

  test('stay if the heading was moved, or another one has the same name', async () => {
    const swapped = await edited([
      ['## Set up', '## Use'],
      ['## Use', '## Set up'],
    ]);
    expect(swapped.reported).toEqual([]);
    expect(swapped.tree.text('b.md')).toBe(files['b.md']);
  });

  test('are updated when a page is written again', async () => {
    const tree = memoryTree(files);
    const context = { docs: engine.of(tree, { folder: '' }), marks: new ReadMarks() };
    await callTool('read_file', { path: 'a.md' }, tree, context);
    const content = files['a.md'].replace('## Use', '## Usage');
    expect(await callTool('write_file', { path: 'a.md', content }, tree, context)).toEqual({
      ok: true,
      text: 'wrote a.md (replaced)\nheading changed, so link: b.md:3 a.md#use → a.md#usage',
    });
  });

  test('count their changed files as still seen', async () => {
    const { tree, context } = await edited([['## Set up', '## Install']]);
    for (const path of ['a.md', 'b.md'])
      expect(
        await callTool('edit_file', { path, edits: [{ old: '#install', new: '#set' }] }, tree, context),
      ).toMatchObject({ ok: true });
  });

  test('are reported in files that only people may change', async () => {
    const tree = memoryTree(files);
    const write: MemoryTree['write'] = (path, content) => {
      if (path === 'b.md') throw new CopydeskError('path_refused', 'b.md is outside.');
      tree.write(path, content);
    };
    const { reported } = await edited([['## Use', '## Usage']], { ...tree, write });
    expect(reported).toEqual(['links to changed headings, and is for people to change: b.md']);
  });

  test('are left to a model that updates them itself', async () => {
    const { tree, text } = await edited([['## Use', '## Usage']], memoryTree(files), { keepsLinks: true });
    expect(text).toBe('edited a.md\n-9 ## Use\n+9 ## Usage');
    expect(tree.text('b.md')).toBe(files['b.md']);
  });
});

test('an edit that touches no heading does not open the docs', async () => {
  const tree = memoryTree(files);
  const docs = engine.of({ ...tree, entries: opened }, { folder: '' });
  const { text } = await edited([['Text.', 'More text.']], tree, { docs });
  expect(text).toBe('edited a.md\n-5 Text.\n+5 More text.');
});

function opened(): never {
  throw new Error('opened');
}
