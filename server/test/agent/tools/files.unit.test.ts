import { describe, expect, test } from 'vitest';
import { ReadMarks } from '../../../src/agent/compact/read-marks.ts';
import { jpeg } from '../images/samples.ts';
import { memoryTree } from '../memory-tree.ts';
import type { MemoryTree } from '../memory-tree.ts';
import { callTool } from './call-tool.ts';

const read = (content: string | Uint8Array, input: object = {}) =>
  callTool('read_file', { path: 'a.md', ...input }, memoryTree({ 'a.md': content }));

const edit = (tree: MemoryTree, marks: ReadMarks, old: string, wanted: string) =>
  callTool('edit_file', { path: 'a.md', edits: [{ old, new: wanted }] }, tree, { marks });

describe('read_file', () => {
  test.each([
    ['all of it', 'one\ntwo\n', {}, 'a.md lines 1-2 of 2\none\ntwo\n'],
    ['a stretch', 'one\ntwo\nthree\n', { from_line: 2, lines: 1 }, 'a.md lines 2-2 of 3\ntwo\n'],
    ['no newline at the end', 'one\ntwo', {}, 'a.md lines 1-2 of 2, no newline at the end\none\ntwo'],
    ['CRLF as it is', 'one\r\ntwo\r\n', {}, 'a.md lines 1-2 of 2\none\r\ntwo\r\n'],
    ['a byte-order mark', '\uFEFFone\n', {}, 'a.md lines 1-1 of 1, byte-order mark\none\n'],
    ['both', '\uFEFFone', {}, 'a.md lines 1-1 of 1, no newline at the end, byte-order mark\none'],
    ['an empty file', '', {}, 'a.md lines 0-0 of 0\n'],
    ['more lines than there are', 'one\n', { lines: 50 }, 'a.md lines 1-1 of 1\none\n'],
  ])('%s', async (_, content, input, text) => {
    expect(await read(content, input)).toEqual({ ok: true, text });
  });

  test('shows at most 2,000 lines and 100 KB', async () => {
    const numbered = Array.from({ length: 3000 }, (_, index) => `${index + 1}\n`).join('');
    expect((await read(numbered)).text).toMatch(/^a\.md lines 1-2000 of 3000\n1\n/);
    expect((await read(numbered, { from_line: 2001 })).text).toMatch(/^a\.md lines 2001-3000 of 3000\n2001\n/);
    const wide = `${'é'.repeat(20_000)}\n`.repeat(4);
    expect((await read(wide)).text).toMatch(/^a\.md lines 1-2 of 4\n/);
  });

  test.each([
    ['a line beyond the end', 'one\n', { from_line: 2 }, 'a.md has 1 lines; there is no line 2.'],
    ['a line too long to show', 'x'.repeat(200_000), {}, /^Line 1 of a\.md is over 100 KB/],
    [
      'a binary file',
      new Uint8Array([65, 0, 66]),
      {},
      'a.md is a binary file, 3 bytes. It is no text: it can be moved, deleted and referenced, and neither shown nor changed.',
    ],
    ['Latin-1', new Uint8Array([0xe9, 0x74]), {}, 'a.md is not UTF-8; only UTF-8 text can be read.'],
    ['a large file', 'x\n'.repeat(600_000), {}, /^a\.md is 1200000 bytes; files over 1 MB/],
    ['a file that is not there', '', { path: 'docs/a.md' }, 'There is no file docs/a.md. Near it: a.md.'],
  ])('refuses %s', async (_, content, input, text) => {
    const answer = await read(content, input);
    expect(answer.ok).toBe(false);
    expect(answer.text).toMatch(text);
  });

  test('refuses a path that is not a file', async () => {
    const tree = memoryTree({ link: '/etc/passwd', theme: '' }, { link: 'symlink', theme: 'submodule' });
    expect(await callTool('read_file', { path: 'link' }, tree)).toEqual({
      ok: false,
      text: 'link is a symbolic link; Copydesk does not read or change it.',
    });
    expect(await callTool('read_file', { path: 'theme' }, tree)).toMatchObject({
      text: 'theme is a submodule; Copydesk does not read or change it.',
    });
  });
});

describe('edit_file', () => {
  const files = { 'a.md': 'one two\n' };

  test('requires that the current file was read; its own edit counts as read', async () => {
    const tree = memoryTree(files);
    const marks = new ReadMarks();
    expect(await edit(tree, marks, 'one', '1')).toEqual({
      ok: false,
      text: 'You have not read a.md; read it, then change it.',
    });
    await callTool('read_file', { path: './a.md' }, tree, { marks });
    expect(await edit(tree, marks, 'one', '1')).toEqual({ ok: true, text: 'edited a.md\n-1 one two\n+1 1 two' });
    expect(await edit(tree, marks, 'two', '2')).toMatchObject({ ok: true });
    tree.write('a.md', new TextEncoder().encode('changed by another way\n'));
    expect(await edit(tree, marks, 'way', 'road')).toEqual({
      ok: false,
      text: 'a.md has changed since you read it; read it again, then change it.',
    });
  });

  test('changes nothing when one edit fails', async () => {
    const tree = memoryTree(files);
    const marks = new ReadMarks();
    await callTool('read_file', { path: 'a.md' }, tree, { marks });
    expect(await edit(tree, marks, 'three', '3')).toEqual({
      ok: false,
      text: 'a.md was not changed. old is not in the file; give the text exactly as it stands there.',
    });
    expect(tree.files()).toEqual(files);
  });

  test('refuses a result that is too large or not text', async () => {
    const tree = memoryTree(files);
    const marks = new ReadMarks();
    await callTool('read_file', { path: 'a.md' }, tree, { marks });
    expect(await edit(tree, marks, 'one', 'x'.repeat(1_100_000))).toMatchObject({ ok: false });
    expect(await edit(tree, marks, 'one', '\0')).toMatchObject({ ok: false });
    expect(await edit(tree, marks, 'one', '\uD83D')).toMatchObject({ ok: false });
    expect(tree.files()).toEqual(files);
  });
});

describe('write_file', () => {
  test('makes a file, in a new folder too, that may then be edited', async () => {
    const tree = memoryTree({});
    const marks = new ReadMarks();
    const answer = await callTool('write_file', { path: 'docs/new/a.md', content: '# A\n' }, tree, { marks });
    expect(answer).toEqual({ ok: true, text: 'wrote docs/new/a.md (new)' });
    const edits = [{ old: 'A', new: 'B' }];
    expect(await callTool('edit_file', { path: 'docs/new/a.md', edits }, tree, { marks })).toMatchObject({ ok: true });
    expect(tree.text('docs/new/a.md')).toBe('# B\n');
  });

  test('replaces only what was read, and keeps its mark and its line endings', async () => {
    const tree = memoryTree({ 'a.md': '\uFEFFone\r\ntwo\r\n' });
    const marks = new ReadMarks();
    const write = () => callTool('write_file', { path: 'a.md', content: 'three\nfour\n' }, tree, { marks });
    expect(await write()).toMatchObject({ ok: false, text: 'You have not read a.md; read it, then change it.' });
    await callTool('read_file', { path: 'a.md' }, tree, { marks });
    expect(await write()).toEqual({ ok: true, text: 'wrote a.md (replaced)' });
    expect(tree.text('a.md')).toBe('\uFEFFthree\r\nfour\r\n');
  });

  test.each([
    ['a path that the tree refuses', { path: '.git/config', content: 'x' }],
    ['more than 1 MB', { path: 'a.md', content: 'x'.repeat(1024 * 1024 + 1) }],
    ['a symlink', { path: 'link', content: 'x' }],
  ])('refuses %s', async (_, input) => {
    const tree = memoryTree({ link: 'target' }, { link: 'symlink' });
    expect(await callTool('write_file', input, tree)).toMatchObject({ ok: false });
    expect(tree.files()).toEqual({ link: 'target' });
  });
});

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('images and other binary files', () => {
  test.each([
    ['a PNG image', 'logo.png', png, /^logo\.png is a PNG image of 1 × 1 pixels, 70 bytes\./],
    ['one without an ending', 'logo', png, /^logo is a PNG image of 1 × 1 pixels, 70 bytes\./],
    ['one with another ending', 'logo.md', png, /^logo\.md is a PNG image/],
    ['one that is cut off', 'logo.png', png.subarray(0, 10), /^logo\.png is a PNG image, 10 bytes\./],
    ['a JPEG image', 'a.jpg', jpeg(300, 200), /^a\.jpg is a JPEG image of 300 × 200 pixels, /],
    ['a large one', 'film.mp4', Buffer.alloc(2_000_000), /^film\.mp4 is a video, 2000000 bytes\./],
    ['a PDF', 'a.pdf', Buffer.from('%PDF-1.7\n%'), /^a\.pdf is a PDF document, 10 bytes\./],
    ['a WebP image', 'a.webp', Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1'), /^a\.webp is a WebP image, 16 bytes\./],
  ])('reading %s gives its kind and size', async (_, path, bytes, answer) => {
    const { ok, text } = await callTool('read_file', { path }, memoryTree({ [path]: bytes }));
    expect({ ok, text }).toEqual({ ok: false, text: expect.stringMatching(answer) });
  });

  test.each([
    ['by its name', 'img/new.png', 'a picture of the settings'],
    ['by its name in capitals', 'img/NEW.JPG', 'x'],
    ['by bytes as characters', 'img/new', '\u0089PNG\r\n\u001a\n'],
    ['by bytes that are no UTF-8', 'img/new', '\uFFFDPNG\r\n\u001a\n'],
    ['by its beginning', 'new.md', '%PDF-1.4\n'],
    ['as text', 'img/new.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['as an archive', 'download.zip', 'PK'],
  ])('none can be created, %s', async (_, path, content) => {
    const tree = memoryTree({});
    const { ok, text } = await callTool('write_file', { path, content }, tree);
    expect({ ok, files: tree.files() }).toEqual({ ok: false, files: {} });
    expect(text).toMatch(/would be .*(?:cannot be written|not made here)/);
  });

  test('a binary file or a pointer to one cannot be edited, but the text of an SVG image can', async () => {
    const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 12\n';
    const tree = memoryTree({ 'logo.png': png, 'large.png': pointer, 'flow.svg': '<svg><text>Acme</text></svg>' });
    const marks = new ReadMarks();
    for (const path of ['logo.png', 'large.png', 'flow.svg']) await callTool('read_file', { path }, tree, { marks });
    const change = (path: string, old: string, wanted: string) =>
      callTool('edit_file', { path, edits: [{ old, new: wanted }] }, tree, { marks });
    expect(await change('logo.png', 'PNG', 'GIF')).toMatchObject({ ok: false });
    expect(await change('large.png', 'size 12', 'size 13')).toMatchObject({ ok: false });
    expect(await callTool('write_file', { path: 'logo.png', content: 'x' }, tree, { marks })).toMatchObject({
      ok: false,
    });
    expect(await change('flow.svg', 'Acme', 'Lumen')).toMatchObject({ ok: true });
    expect(await tree.read('logo.png')).toEqual(png);
    expect(tree.text('large.png')).toBe(pointer);
  });

  test.each([
    ['logo.png', 'img/Logo.PNG', true],
    ['photo.jpg', 'photo.jpeg', true],
    ['logo', 'logo.png', true],
    ['logo.png', 'logo.webp', false],
    ['logo.png', 'logo.md', false],
    ['notes.md', 'notes.png', false],
    ['notes.md', 'notes.mdx', true],
    ['pointer.png', 'img/pointer.png', true],
  ])('%s moves to %s: %s', async (from, to, moves) => {
    const contents: Record<string, string | Uint8Array> = {
      'notes.md': 'Hello',
      'pointer.png': 'version 1',
      'photo.jpg': 'x',
    };
    const content = contents[from] ?? png;
    const tree = memoryTree({ [from]: content });
    const { ok } = await callTool('move_file', { from, to }, tree);
    expect({ ok, paths: tree.entries().map(({ path }) => path) }).toEqual({ ok: moves, paths: [moves ? to : from] });
    expect(Buffer.from(await tree.read(moves ? to : from))).toEqual(Buffer.from(content));
  });
});
