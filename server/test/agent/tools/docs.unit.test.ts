import { CopydeskError } from '@copydesk/contract';
import { describe, expect, test } from 'vitest';
import { ReadMarks } from '../../../src/agent/compact/read-marks.ts';
import { memoryTree, planOf, quietDocs } from '../memory-tree.ts';
import { callTool } from './call-tool.ts';

const files = { 'a.md': '[b](b.md)\n', 'b.md': '[a](a.md)\n', 'nav.yml': '- b.md\n' };

describe('move_file', () => {
  const docs = quietDocs({
    planMove: (from, to) =>
      Promise.resolve(
        planOf(
          [{ from, to }],
          [
            { path: to, content: '[a](../a.md)\n' },
            { path: 'a.md', content: `[b](${to})\n` },
            { path: 'nav.yml', content: `- ${to}\n` },
          ],
          { links: [{ path: 'a.md', line: 1, was: 'b.md', is: to }] },
        ),
      ),
  });

  test('moves the file and makes the planned edits', async () => {
    const tree = memoryTree(files);
    expect(await callTool('move_file', { from: 'b.md', to: 'c/b.md' }, tree, { docs })).toEqual({
      ok: true,
      text: [
        'moved b.md to c/b.md',
        'updated links or navigation in: a.md',
        '  1: b.md → c/b.md',
        'updated links or navigation in: nav.yml',
        '  -1 - b.md',
        '  +1 - c/b.md',
      ].join('\n'),
    });
    expect(tree.files()).toEqual({
      'a.md': '[b](c/b.md)\n',
      'c/b.md': '[a](../a.md)\n',
      'nav.yml': '- c/b.md\n',
    });
  });

  test('moves a file unchanged if the plan does not edit it', async () => {
    const image = new Uint8Array([0x89, 0x50, 0, 0xff]);
    const tree = memoryTree({ 'a.png': image });
    expect(await callTool('move_file', { from: 'a.png', to: 'b.png' }, tree)).toMatchObject({
      text: 'moved a.png to b.png',
    });
    expect(await tree.read('b.png')).toEqual(image);
    expect(tree.entry('a.png')).toBeUndefined();
  });

  test('a file that was read counts as read at its new path, even if its links changed', async () => {
    const tree = memoryTree(files);
    const marks = new ReadMarks();
    await callTool('read_file', { path: 'b.md' }, tree, { marks });
    await callTool('move_file', { from: 'b.md', to: 'c.md' }, tree, { marks });
    const edits = [{ old: 'a.md', new: 'x.md' }];
    expect(await callTool('edit_file', { path: 'c.md', edits }, tree, { marks })).toMatchObject({ ok: true });
    await callTool('move_file', { from: 'c.md', to: 'c/b.md' }, tree, { marks, docs });
    expect(await callTool('edit_file', { path: 'c/b.md', edits }, tree, { marks })).toMatchObject({ ok: true });
  });

  test('reports changed links of the moved file, and requests no redirect if none is wanted', async () => {
    const asked: unknown[] = [];
    const links = [{ path: 'c/b.md', line: 1, was: 'a.md', is: '../a.md' }];
    const moving = quietDocs({
      planMove: (from, to, options) => {
        asked.push(options);
        return Promise.resolve(planOf([{ from, to }], [{ path: to, content: '[a](../a.md)\n' }], { links }));
      },
    });
    const answer = await callTool('move_file', { from: 'b.md', to: 'c/b.md', redirect: false }, memoryTree(files), {
      docs: moving,
    });
    expect(answer.text).toBe('moved b.md to c/b.md\nupdated links or navigation in: c/b.md\n  1: a.md → ../a.md');
    expect(asked).toEqual([{ redirect: false }]);
  });

  test.each([
    ['d', 'd/a.md'],
    ['d/', 'd/a.md'],
    ['new/', 'new/a.md'],
    ['new', 'new'],
  ])('moves a file into an existing folder, or one that ends with a slash: %s', async (to, place) => {
    const { text } = await callTool('move_file', { from: 'a.md', to }, memoryTree({ 'a.md': 'A', 'd/b.md': 'B' }));
    expect(text).toBe(`moved a.md to ${place}`);
  });

  test.each([
    ['a file that is not there', { from: 'x.md', to: 'y.md' }, /^There is no file x\.md\./],
    ['a place that is taken', { from: 'a.md', to: 'b.md' }, /^There is a file b\.md already/],
    ['its own place', { from: 'a.md', to: './a.md' }, /^There is a file a\.md already/],
    ['no place', { from: 'a.md', to: '' }, /is empty/],
  ])('refuses %s', async (_, input, text) => {
    const tree = memoryTree(files);
    expect(await callTool('move_file', input, tree)).toEqual({ ok: false, text: expect.stringMatching(text) });
    expect(tree.files()).toEqual(files);
  });

  test('changes nothing if one of the files is refused', async () => {
    const tree = memoryTree(files);
    const write = (path: string, content: Uint8Array) => {
      if (path === 'nav.yml' && content.length > files['nav.yml'].length) {
        throw new CopydeskError('path_refused', 'nav.yml is outside the docs folder.');
      }
      tree.write(path, content);
    };
    expect(await callTool('move_file', { from: 'b.md', to: 'c/b.md' }, { ...tree, write }, { docs })).toEqual({
      ok: false,
      text: 'nav.yml is outside the docs folder.',
    });
    expect(tree.files()).toEqual(files);
  });
});

describe('the address of a page', () => {
  const addresses: Record<string, string> = { 'a.md': '/a', 'same.md': '/a', 'b/a.md': '/b/a' };
  const docs = quietDocs({ address: (path) => Promise.resolve(addresses[path]) });

  test.each([
    ['b/a.md', 'its address was /a and is /b/a'],
    ['_a.md', 'its address was /a; it is no page now'],
    ['same.md', 'its address stays /a'],
  ])('is named when it moves to %s', async (to, line) => {
    const { text } = await callTool('move_file', { from: 'a.md', to }, memoryTree({ 'a.md': 'A' }), { docs });
    expect(text.split('\n')).toEqual([`moved a.md to ${to}`, line]);
  });

  test('is reported when it is deleted', async () => {
    const { text } = await callTool('delete_file', { path: 'a.md' }, memoryTree({ 'a.md': 'A' }), { docs });
    expect(text).toBe('deleted a.md\nits address was /a');
  });
});

describe('delete_file', () => {
  test.each([
    [{}, [undefined, undefined]],
    [{ redirect_to: 'a.md' }, ['a.md', undefined]],
    [{ redirect_to: 'a.md', links_to: '' }, ['a.md', '']],
    [{ redirect_to: '', links_to: 'c.md' }, [undefined, 'c.md']],
  ])('forwards the targets of addresses and links: %j', async (more, successors) => {
    const asked: unknown[] = [];
    const docs = quietDocs({
      planDelete: (path, ...given) => {
        asked.push(given);
        return Promise.resolve(planOf([{ from: path }]));
      },
    });
    await callTool('delete_file', { path: 'b.md', ...more }, memoryTree(files), { docs });
    expect(asked).toEqual([successors]);
  });

  test('deletes the file and makes the planned edits', async () => {
    const docs = quietDocs({
      planDelete: (path) =>
        Promise.resolve(
          planOf([{ from: path }], [{ path: 'a.md', content: 'b\n' }], {
            links: [{ path: 'a.md', line: 1, was: 'b.md', is: undefined, text: '[b](b.md)' }],
          }),
        ),
    });
    const tree = memoryTree(files);
    expect(await callTool('delete_file', { path: 'b.md' }, tree, { docs })).toEqual({
      ok: true,
      text: 'deleted b.md\nno link any more: a.md:1 to b.md, in: [b](b.md)\nupdated links or navigation in: a.md',
    });
    expect(tree.files()).toEqual({ 'a.md': 'b\n', 'nav.yml': '- b.md\n' });
  });

  test('refuses a path that is not a file', async () => {
    const tree = memoryTree({ link: 'target' }, { link: 'symlink' });
    expect(await callTool('delete_file', { path: 'link' }, tree)).toMatchObject({ ok: false });
    expect(await callTool('delete_file', { path: 'nothing' }, tree)).toMatchObject({ ok: false });
  });
});

describe('a plan', () => {
  const redirect = { from: '/b', to: '/c', path: 'vercel.json', languages: 2 };
  const edits = [{ path: 'vercel.json', content: '{}', optional: true }];
  const more = {
    redirects: [redirect],
    lost: ['/older'],
    mentions: [{ path: 'a.rst', line: 3, text: 'see b.md' }],
    moreMentions: 2,
  };

  test('reports redirects, lost addresses, and mentions of the old path', async () => {
    const docs = quietDocs({ planMove: (from, to) => Promise.resolve(planOf([{ from, to }], edits, more)) });
    const { text } = await callTool('move_file', { from: 'b.md', to: 'c.md' }, memoryTree(files), { docs });
    expect(text.split('\n')).toEqual([
      'moved b.md to c.md',
      'updated links or navigation in: vercel.json',
      '  +1 {}',
      'redirected /b to /c in vercel.json, and likewise in 2 more languages',
      'nothing leads on from /older',
      'still names the old place: a.rst:3 see b.md',
      '… 2 more places name it: search for them',
    ]);
  });

  test('is carried out without redirects in files that only people may change', async () => {
    const docs = quietDocs({ planDelete: (path) => Promise.resolve(planOf([{ from: path }], edits, more)) });
    const tree = memoryTree(files);
    const write = (path: string, content: Uint8Array) => {
      if (path === 'vercel.json') throw new CopydeskError('path_refused', 'It configures what runs on merge.');
      tree.write(path, content);
    };
    const { ok, text } = await callTool('delete_file', { path: 'b.md' }, { ...tree, write }, { docs });
    expect(ok).toBe(true);
    expect(text).toContain('not redirected: vercel.json is for people to change; name /b → /c at the end');
    expect(Object.keys(tree.files())).toEqual(['a.md', 'nav.yml']);
  });

  test('accepts a folder, and forwards the redirect target', async () => {
    const tree = memoryTree({ 'x/a.md': 'A', 'x/i.png': new Uint8Array([0x89, 0x50, 0]), 'b.md': 'B' });
    const docs = quietDocs({
      planMove: (from, to) =>
        Promise.resolve(planOf(['a.md', 'i.png'].map((name) => ({ from: `${from}/${name}`, to: `${to}/${name}` })))),
      planDelete: (path, redirectTo) =>
        Promise.resolve(planOf([{ from: `${path}/a.md` }, { from: `${path}/i.png` }], [], { lost: [`${redirectTo}`] })),
    });
    expect(await callTool('move_file', { from: 'x/', to: 'y' }, tree, { docs })).toEqual({
      ok: true,
      text: 'moved x to y: 2 files',
    });
    expect(Object.keys(tree.files())).toEqual(['b.md', 'y/a.md', 'y/i.png']);
    for (const to of ['y/z', 'y', 'b.md'])
      expect(await callTool('move_file', { from: 'y', to }, tree, { docs })).toMatchObject({ ok: false });
    expect(await callTool('delete_file', { path: 'y', redirect_to: 'b.md' }, tree, { docs })).toEqual({
      ok: true,
      text: 'deleted y: 2 files\nnothing leads on from b.md',
    });
    expect(Object.keys(tree.files())).toEqual(['b.md']);
  });
});

describe('add_redirect', () => {
  const edits = [{ path: 'nav.yml', content: 'redirects: {}\n' }];
  const docsWith = (written: typeof edits) =>
    quietDocs({
      planRedirect: (from, to) =>
        Promise.resolve(planOf([], written, { redirects: [{ from, to: `/${to}`, path: 'nav.yml' }] })),
    });

  test('writes the redirect and reports its file', async () => {
    const tree = memoryTree(files);
    expect(await callTool('add_redirect', { from: ' /old ', to: 'b' }, tree, { docs: docsWith(edits) })).toEqual({
      ok: true,
      text: 'updated links or navigation in: nav.yml\n  -1 - b.md\n  +1 redirects: {}\nredirected /old to /b in nav.yml',
    });
    expect(tree.text('nav.yml')).toBe('redirects: {}\n');
  });

  test('reports an existing redirect, and missing parameters', async () => {
    const tree = memoryTree(files);
    expect(await callTool('add_redirect', { from: '/old', to: 'b' }, tree, { docs: docsWith([]) })).toEqual({
      ok: true,
      text: '/old leads to /b already',
    });
    expect(await callTool('add_redirect', { from: '/old', to: ' ' }, tree, { docs: docsWith(edits) })).toMatchObject({
      ok: false,
    });
    expect(tree.files()).toEqual(files);
  });
});
