import { describe, expect, test } from 'vitest';
import { EditedTree } from '../../../src/workspace/tree/edited-tree.ts';
import { emptyDirectory } from '../../../src/workspace/tree/directory.ts';

const text = Buffer.from('# Guide\n');

const nobody = () => Promise.reject(new Error('nothing is stored'));

/** A tree that already contains these files, whatever their names. */
function treeOf(...paths: string[]): EditedTree {
  const repository = {
    readBlob: nobody,
    search: nobody,
    places: () => ({ find: nobody }),
    readAhead: () => Promise.resolve(),
  };
  const tree = new EditedTree({ baseCommit: 'b'.repeat(40), root: emptyDirectory(Symbol('test')), repository });
  tree.apply(paths.map((path) => ({ path, content: text, mode: '100644' as const })));
  return tree;
}

const writing =
  (path: string, ...there: string[]) =>
  () =>
    treeOf(...there).write(path, text);

describe('a new name', () => {
  test.each([
    'aux',
    'AUX.md',
    'docs/con',
    'CON.md',
    'nul.txt',
    'prn',
    'com1.md',
    'LPT9',
    'com².md',
    'conin$',
    'aux.tar.gz',
    'aux/a.md',
    'a.md.',
    'a.md ',
    ' a.md',
    'docs./a.md',
    'docs /a.md',
    '...',
    '.gitmodules.',
    '.gitmodules ',
    'a:b.md',
    'a<b.md',
    'a>b.md',
    'a"b.md',
    'a|b.md',
    'a?.md',
    '*.md',
    '.gitmodules:x',
    'a.md::$DATA',
    'GITMOD~1',
    'gi7eba~1',
    'LONGNA~1.MD',
    'docs/A~2/a.md',
    '-rf.md',
    'docs/--lua-filter=a.md',
    'docs/-a/b.md',
    '~/a.md',
    'docs/$(id).md',
    'docs/${IFS}.md',
    'docs/`id`.md',
    'docs/a;id;.md',
    'docs/a&wget evil.md',
    'docs/a&{wget,evil}&.md',
    'docs/a&&id/b&c d.md',
    'a\u200b.md',
    'a\u202egpj.md',
    'a\u2066.md',
    '\ufeffa.md',
    'a\u00ad.md',
    'a\u{e0041}.md',
    'a\u3164.md',
    'a\u2028.md',
    'a\u00a0b.md',
    'a\u2800.md',
    'a\ue000.md',
    'a\u0085.md',
    'a\ufe0f.md',
    'a\u034f.md',
    `${'a/'.repeat(120)}b.md`,
  ])('%j is refused', (path) => {
    expect(writing(path)).toThrow(expect.objectContaining({ code: 'path_refused' }));
  });

  test.each([
    'auxiliary.md',
    'console.md',
    'common.md',
    'com10.md',
    'a b.md',
    'überblick.md',
    '日本語.md',
    'a~b.md',
    'a.b~1.html',
    '[slug].md',
    "it's.md",
    '{a},b=c+d@e!.md',
    'Q&A.md',
    'R&D/a.md',
    '$slug.md',
    'a-b.md',
  ])('%j is accepted', (path) => {
    expect(writing(path)).not.toThrow();
  });

  test('an existing name with such a conflict may be written again', () => {
    for (const path of ['aux/b.md', 'aux/a.md', 'A.md', 'a.md'])
      expect(writing(path, 'aux/a.md', 'a.md', 'A.md')).not.toThrow();
  });
});

describe('names that some systems cannot distinguish', () => {
  test.each([
    ['a.md', 'A.md'],
    ['docs/Guide.md', 'docs/guide.md'],
    ['Docs/a.md', 'docs/b.md'],
    ['é.md', 'e\u0301.md'],
    ['É.md', 'é.md'],
    ['straße.md', 'STRASSE.md'],
    ['\u212a.md', 'k.md'],
  ])('%j is refused beside %j', (path, there) => {
    expect(writing(path, there)).toThrow(/some systems cannot tell it from/);
    const tree = treeOf();
    tree.write(there, text);
    expect(() => tree.write(path, text)).toThrow(/which is there/);
    expect(tree.entries().map((entry) => entry.path)).toEqual([there]);
  });

  test('a file may be moved to another case of its own name, and back', () => {
    const tree = treeOf('docs/Guide.md');
    tree.remove('docs/Guide.md');
    tree.write('docs/guide.md', text);
    expect(() => tree.write('docs/Guide.md', text)).toThrow(/cannot tell/);
    tree.remove('docs/guide.md');
    tree.write('docs/Guide.md', text);
    expect(tree.entries().map(({ path }) => path)).toEqual(['docs/Guide.md']);
  });

  test('after a rollback to a savepoint, later writes do not block new names', () => {
    const tree = treeOf('docs/b.md');
    const mark = tree.mark();
    tree.write('docs/a.md', text);
    tree.rollBack(mark);
    tree.write('docs/A.md', text);
    expect(() => tree.write('docs/a.md', text)).toThrow(/cannot tell/);
  });
});
