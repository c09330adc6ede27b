import { afterAll, describe, expect, test } from 'vitest';
import { ReadMarks } from '../../../src/agent/compact/read-marks.ts';
import { openDocs } from '../../../src/docs/engine.ts';
import { memoryTree } from '../memory-tree.ts';
import { callTool, callTools } from './call-tool.ts';

const engine = openDocs({ workers: 1, timeoutMilliseconds: 20_000 });
afterAll(() => engine.close());

const files = {
  'mkdocs.yml': 'site_name: X\nplugins:\n  - redirects:\n      redirect_maps: {}\nnav:\n  - A: a.md\n  - B: b.md\n',
  'docs/a.md': '# A\n\nIntro.\n\n## Setup\n\nRead [b](b.md).\n',
  'docs/b.md': '# B\n\n[setup](a.md#setup)\n',
};

async function moved(input: object, read: string[] = ['docs/a.md']) {
  const tree = memoryTree(files);
  const marks = new ReadMarks();
  for (const path of read) await callTool('read_file', { path }, tree, { marks });
  const docs = engine.of(tree, { folder: '' });
  return { tree, marks, answer: await callTool('move_text', input, tree, { marks, docs }) };
}

const split = (lines: string, to: string) => ({ tool: 'move_text', input: { from: 'docs/a.md', lines, to } });

const edit = (from_line: number, to_line: number, text: string) => {
  return { tool: 'edit_file', input: { path: 'docs/b.md', edits: [{ from_line, to_line, new: text }] } };
};

describe('move_text', () => {
  test('splits a page, and reports every link and the navigation', async () => {
    const { tree, answer } = await moved({
      from: 'docs/a.md',
      lines: '5-7',
      to: 'docs/setup.md',
      leave: 'See [setup](setup.md).',
    });
    expect(answer).toEqual({
      ok: true,
      text: [
        'moved 3 lines of docs/a.md to docs/setup.md:1-3 (new page)',
        'heading above them: # Setup',
        'updated links or navigation in: docs/b.md',
        '  3: a.md#setup → setup.md',
        'updated links or navigation in: mkdocs.yml',
        '  +7   - Setup: setup.md',
      ].join('\n'),
    });
    expect(tree.files()).toMatchObject({
      'docs/a.md': '# A\n\nIntro.\n\nSee [setup](setup.md).\n',
      'docs/setup.md': '# Setup\n\nRead [b](b.md).\n',
    });
  });

  test('lists a new page after the named one, and accepts no other place for it', async () => {
    const input = { from: 'docs/a.md', lines: '5-7', to: 'docs/setup.md' };
    const { tree } = await moved({ ...input, after: 'docs/b.md' });
    expect(tree.text('mkdocs.yml')).toMatch(/  - A: a\.md\n  - B: b\.md\n  - Setup: setup\.md\n$/);
    for (const after of ['docs/none.md', 'Intro', '3']) {
      const { answer } = await moved({ ...input, after });
      expect(answer).toEqual({ ok: false, text: expect.stringContaining('There is no page docs/setup.md yet') });
    }
  });

  test('counts the shown navigation entry as seen, and no other', async () => {
    const { tree, marks } = await moved({ from: 'docs/a.md', lines: '5-7', to: 'docs/setup.md' });
    const reword = (old: string) =>
      callTool('edit_file', { path: 'mkdocs.yml', edits: [{ old, new: 'How to' }] }, tree, { marks });
    expect(await reword('A: a.md')).toMatchObject({ ok: false });
    expect(await reword('Setup')).toMatchObject({ ok: true });
    expect(tree.files()['mkdocs.yml']).toContain('  - How to: setup.md\n');
  });

  test('reports mentions of the old anchor, and counts those lines as seen', async () => {
    const more = { 'old/notes.md': '# N\n\n[setup](a.html#setup) or [a](a.html)\n' };
    const tree = memoryTree({ ...files, ...more });
    const context = { marks: new ReadMarks(), docs: engine.of(tree, { folder: '' }) };
    await callTool('read_file', { path: 'docs/a.md' }, tree, context);
    const answer = await callTool('move_text', { from: 'docs/a.md', lines: '5-7', to: 'docs/b.md' }, tree, context);
    expect(answer.text).toContain('still names the old place: old/notes.md:3 [setup](a.html#setup) or [a](a.html)');
    const edits = [{ old: 'a.html#setup', new: 'b.html#setup' }];
    expect(await callTool('edit_file', { path: 'old/notes.md', edits }, tree, context)).toMatchObject({ ok: true });
  });

  test('merges a page into another one, and both can be edited then', async () => {
    const { tree, marks, answer } = await moved({ from: 'docs/a.md', to: 'docs/b.md', after: 'B' }, [
      'docs/a.md',
      'docs/b.md',
    ]);
    expect(answer.text.split('\n')).toEqual([
      'moved 7 lines of docs/a.md to docs/b.md:5-11',
      'heading above them: ## A',
      'headings are 1 level deeper',
      'deleted docs/a.md',
      'its address was /a',
      'updated links or navigation in: docs/b.md',
      '  3: a.md#setup → #setup',
      'updated links or navigation in: mkdocs.yml',
      '  -4       redirect_maps: {}',
      '  +4       redirect_maps: {',
      "  +5         'a.md': 'b.md#a'",
      '  +6       }',
      '  -6   - A: a.md',
      'redirected /a to /b#a in mkdocs.yml',
    ]);
    expect(tree.entry('docs/a.md')).toBeUndefined();
    const edits = [{ old: 'Intro.', new: 'Introduction.' }];
    expect(await callTool('edit_file', { path: 'docs/b.md', edits }, tree, { marks })).toMatchObject({ ok: true });
  });

  test('takes the lines of several calls of one answer as they were read, even if only headings were read', async () => {
    const tree = memoryTree({ 'docs/a.md': '# A\n\n## One\n\nFirst.\n\n## Two\n\nSecond.\n' });
    const context = { marks: new ReadMarks(), docs: engine.of(tree, { folder: '' }) };
    await callTool('read_file', { path: 'docs/a.md', outline: true }, tree, context);
    const answers = await callTools(
      [split('3-5', 'one.md'), split('7-9', 'two.md'), split('5-8', 'three.md')],
      tree,
      context,
    );
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, false]);
    expect(answers[2]?.text).toMatch(/^A call before this one changed the lines that you name\. Nothing was moved/);
    expect(tree.text('two.md')).toBe('# Two\n\nSecond.\n');
    const edits = [{ old: 'Second.', new: 'Third.' }];
    expect(await callTool('edit_file', { path: 'two.md', edits }, tree, context)).toMatchObject({
      ok: false,
      text: expect.stringMatching(/^You have not read two\.md/),
    });
  });

  test('counts moved text as seen at its new lines, and the text around it', async () => {
    const { tree, marks, answer } = await moved({ from: 'docs/a.md', to: 'docs/b.md', after: 'B' }, [
      'docs/a.md',
      'docs/b.md',
    ]);
    expect(answer.text).toMatch(/^moved 7 lines of docs\/a\.md to docs\/b\.md:5-11\n/);
    const edits = [{ from_line: 3, to_line: 7, new: 'Intro.' }];
    expect(await callTool('edit_file', { path: 'docs/b.md', edits }, tree, { marks })).toMatchObject({ ok: true });
    expect(tree.text('docs/b.md')).toBe('# B\n\nIntro.\n\n### Setup\n\nRead [b](b.md).\n');
  });

  test('does not count definitions that moved along as seen', async () => {
    const tree = memoryTree({ ...files, 'docs/a.md': '# A\n\n## Setup\n\nRead [b].\n\n[b]: b.md\n' });
    const context = { marks: new ReadMarks(), docs: engine.of(tree, { folder: '' }) };
    await callTool('read_file', { path: 'docs/a.md', lines: 5 }, tree, context);
    const answer = await callTool('move_text', { from: 'docs/a.md', lines: '3-5', to: 'docs/b.md' }, tree, context);
    expect(tree.text('docs/b.md')?.split('\n').slice(4)).toEqual(['## Setup', '', 'Read [b].', '', '[b]: b.md', '']);
    expect(answer.text).toMatch(/^moved 3 lines of docs\/a\.md to docs\/b\.md:5-9\n/);
    const shorten = (to_line: number) =>
      callTool('edit_file', { path: 'docs/b.md', edits: [{ from_line: 5, to_line, new: 'Text.' }] }, tree, context);
    expect(await shorten(9)).toMatchObject({
      ok: false,
      text: expect.stringContaining('not seen these lines of it: 5-9'),
    });
    expect(await shorten(7)).toMatchObject({ ok: true });
  });

  test('accepts edits in the same answer around the place, of lines whose links it changed', async () => {
    const tree = memoryTree({
      'docs/a.md': '# A\n\nIntro.\n',
      'docs/b.md': '# B\n\nOld.\n\nSee [a](a.md).\n\n## Next\n\nText.\n',
    });
    const context = { marks: new ReadMarks(), docs: engine.of(tree, { folder: '' }) };
    for (const path of ['docs/a.md', 'docs/b.md']) await callTool('read_file', { path }, tree, context);
    const merge = { tool: 'move_text', input: { from: 'docs/a.md', to: 'docs/b.md', after: '5' } };
    const answers = await callTools([merge, edit(3, 5, 'Short.'), edit(7, 9, ''), edit(4, 8, 'No.')], tree, context);
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, false]);
    expect(answers[3]?.text).toContain('Lines 4-8 were changed by a call before.');
    expect(tree.text('docs/b.md')).toBe('# B\n\nShort.\n\n## A\n\nIntro.\n\n');
  });

  test.each([
    ['text that was not read', { from: 'docs/a.md', lines: '5-7', to: 'docs/b.md' }, [], 'You have not read docs/a.md'],
    [
      'a line of a page that was not read',
      { from: 'docs/a.md', lines: '5', to: 'docs/b.md', after: '3' },
      undefined,
      'You have not read docs/b.md',
    ],
    ['what is no range', { from: 'docs/a.md', lines: 'all', to: 'docs/b.md' }, undefined, 'all are no lines'],
    ['lines past the end', { from: 'docs/a.md', lines: '5-70', to: 'docs/b.md' }, undefined, 'docs/a.md has 7 lines'],
    ['a page that is not there', { from: 'docs/x.md', to: 'docs/b.md' }, undefined, 'There is no file docs/x.md'],
  ])('refuses %s and changes nothing', async (_, input, read, text) => {
    const { tree, answer } = await moved(input, read);
    expect(answer).toEqual({ ok: false, text: expect.stringContaining(text) });
    expect(tree.files()).toEqual(files);
  });
});
