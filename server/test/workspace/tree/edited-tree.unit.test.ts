import { isCopydeskError } from '@copydesk/contract';
import { describe, expect, test } from 'vitest';
import { storedDirectory } from '../../../src/workspace/tree/directory.ts';
import { EditedTree } from '../../../src/workspace/tree/edited-tree.ts';
import { objectId } from '../../../src/workspace/objects/object-format.ts';

const bytes = (text: string) => Buffer.from(text);
const blob = (text: string) => objectId('blob', bytes(text));

const nobody = () => Promise.reject(new Error('nobody searches here'));

/** docs/a.md, docs/run.sh (executable), docs/link (a symlink), module (a submodule). */
function sampleTree(options: Partial<ConstructorParameters<typeof EditedTree>[0]> = {}) {
  const contents = new Map([
    [blob('A'), bytes('A')],
    [blob('run'), bytes('run')],
  ]);
  const docs = storedDirectory(
    'd'.repeat(40),
    [
      { mode: '100644', name: 'a.md', id: blob('A') },
      { mode: '120000', name: 'link', id: blob('/etc/passwd') },
      { mode: '100755', name: 'run.sh', id: blob('run') },
    ],
    new Map(),
  );
  const lines = [
    { mode: '40000', name: 'docs', id: 'd'.repeat(40) },
    { mode: '160000', name: 'module', id: 'c'.repeat(40) },
  ];
  return new EditedTree({
    baseCommit: 'b'.repeat(40),
    root: storedDirectory('e'.repeat(40), lines, new Map([['d'.repeat(40), docs]])),
    repository: {
      readBlob: (id) => Promise.resolve(contents.get(id) ?? { tooLarge: 6_000_000 }),
      search: nobody,
      places: () => ({ find: nobody }),
      readAhead: () => Promise.resolve(),
    },
    ...options,
  });
}

const refused = (code: 'path_refused' | 'file_refused') => expect.toSatisfy((error) => isCopydeskError(error, code));

describe('a tree', () => {
  test('lists files, symlinks and submodules in the order of their bytes', () => {
    const tree = sampleTree();
    tree.write('docs-more/z.md', bytes('z'));
    expect(tree.entries().map(({ path, kind }) => `${path} ${kind}`)).toEqual([
      'docs-more/z.md file',
      'docs/a.md file',
      'docs/link symlink',
      'docs/run.sh file',
      'module submodule',
    ]);
  });

  test('returns the same list until something changes, and then the same entries of other folders', () => {
    const tree = sampleTree();
    tree.write('other/b.md', bytes('b'));
    const before = tree.entries();
    expect(tree.entries()).toBe(before);
    tree.write('other/b.md', bytes('B'));
    const kept = tree.entries().filter((entry) => before.includes(entry));
    expect(kept.map(({ path }) => path)).toEqual(['docs/a.md', 'docs/link', 'docs/run.sh']);
  });

  test('reads written files and original ones', async () => {
    const tree = sampleTree();
    tree.write('docs/new.md', bytes('new'));
    expect(Buffer.from(await tree.read('docs/new.md')).toString()).toBe('new');
    expect(Buffer.from(await tree.read('docs/a.md')).toString()).toBe('A');
  });

  test('keeps the executable bit of a file', () => {
    const tree = sampleTree();
    tree.write('docs/run.sh', bytes('walk'));
    expect(tree.changes()).toEqual([{ path: 'docs/run.sh', content: bytes('walk'), mode: '100755' }]);
  });

  test('accepts an explicit mode', () => {
    const tree = sampleTree();
    tree.write('docs/run.sh', bytes('run'), '100644');
    expect(tree.changes()).toEqual([{ path: 'docs/run.sh', content: bytes('run'), mode: '100644' }]);
  });

  test('has no change when a file is written back with its original content', () => {
    const tree = sampleTree();
    tree.write('docs/a.md', bytes('B'));
    tree.write('docs/a.md', bytes('A'));
    expect(tree.changes()).toEqual([]);
  });

  test('loses folders that become empty', () => {
    const tree = sampleTree();
    tree.write('x/y/z.md', bytes('z'));
    tree.remove('x/y/z.md');
    expect(tree.changes()).toEqual([]);
    tree.write('x', bytes('a file now'));
    expect(tree.entry('x')?.kind).toBe('file');
  });

  test('reports additions, changes and deletions, sorted by path', () => {
    const tree = sampleTree();
    tree.remove('docs/a.md');
    tree.write('docs/a.md/deep.md', bytes('deep'));
    tree.write('b.md', bytes('b'));
    expect(tree.changes().map(({ path, content }) => [path, content?.toString() ?? null])).toEqual([
      ['b.md', 'b'],
      ['docs/a.md', null],
      ['docs/a.md/deep.md', 'deep'],
    ]);
  });
});

describe('a savepoint', () => {
  test('can be rolled back to, any number of times', () => {
    const tree = sampleTree();
    tree.write('docs/a.md', bytes('one'));
    const mark = tree.mark();
    const id = tree.id();
    for (const text of ['two', 'three']) {
      tree.write('docs/a.md', bytes(text));
      tree.remove('docs/run.sh');
      expect(tree.id()).not.toBe(id);
      tree.rollBack(mark);
      expect(tree.id()).toBe(id);
      expect(tree.changes().map(({ path }) => path)).toEqual(['docs/a.md']);
    }
  });

  test('reports what changed since, including a file that equals the base again', () => {
    const tree = sampleTree();
    tree.write('docs/a.md', bytes('one'));
    const mark = tree.mark();
    tree.write('docs/a.md', bytes('A'));
    tree.write('docs/b.md', bytes('B'));
    expect(tree.changedSince(mark).map(({ path, content }) => [path, content?.toString()])).toEqual([
      ['docs/a.md', 'A'],
      ['docs/b.md', 'B'],
    ]);
    expect(tree.changedSince(tree.mark())).toEqual([]);
  });

  test('is valid only for its own tree', () => {
    expect(() => sampleTree().rollBack(sampleTree().mark())).toThrow('another tree');
  });
});

describe('a tree refuses', () => {
  test.each([
    ['docs/link', 'symlink'],
    ['module', 'submodule'],
    ['docs/link/x', 'docs/link is a symlink'],
    ['module/x', 'module is a submodule'],
    ['docs/a.md/x', 'docs/a.md is a file'],
    ['docs', 'folder'],
    ['../x', '. or ..'],
    ['.git/config', '.git'],
  ])('writing to %s: %s', (path, reason) => {
    const tree = sampleTree();
    expect(() => tree.write(path, bytes('x'))).toThrow(reason);
    expect(() => tree.write(path, bytes('x'))).toThrow(refused('path_refused'));
    expect(tree.changes()).toEqual([]);
  });

  test.each([
    ['docs/link', 'symlink'],
    ['module', 'submodule'],
    ['docs', 'folder'],
    ['nothing.md', 'no such file'],
    ['docs/a.md/x', 'no such file'],
  ])('reading or removing %s: %s', async (path, reason) => {
    const tree = sampleTree();
    await expect(tree.read(path)).rejects.toThrow(reason);
    expect(() => tree.remove(path)).toThrow(reason);
  });

  test('a file over the limit', async () => {
    const tree = sampleTree();
    expect(() => tree.write('large.bin', new Uint8Array(5 * 1024 * 1024 + 1))).toThrow(refused('file_refused'));
    const root = storedDirectory('f'.repeat(40), [{ mode: '100644', name: 'large', id: 'a'.repeat(40) }], new Map());
    const large = new EditedTree({
      baseCommit: 'b'.repeat(40),
      root,
      repository: {
        readBlob: () => Promise.resolve({ tooLarge: 6 * 1024 * 1024 }),
        search: nobody,
        places: () => ({ find: nobody }),
        readAhead: () => Promise.resolve(),
      },
    });
    await expect(large.read('large')).rejects.toThrow('6.0 MB');
  });

  test('the paths that the project refuses, but keeps earlier edits of a resumed job', () => {
    const tree = sampleTree({ refuse: (path) => (path.startsWith('docs/') ? undefined : 'it is outside docs/') });
    tree.write('docs/a.md', bytes('fine'));
    expect(() => tree.write('other.md', bytes('x'))).toThrow('"other.md" is refused: it is outside docs/.');
    tree.apply([{ path: 'other.md', content: bytes('x'), mode: '100644' }]);
    expect(() => tree.remove('other.md')).toThrow('outside docs/');
  });

  test('an edit of a resumed job whose path leads outside', () => {
    expect(() => sampleTree().apply([{ path: '../x', content: bytes('x'), mode: '100644' }])).toThrow('. or ..');
  });
});
