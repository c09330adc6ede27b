import { join } from 'node:path';
import { isCopydeskError } from '@copydesk/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FileMode, GitTree, Mark } from '../../../src/workspace/tree/tree.ts';
import { runGitForBytes, testFolder, testRepository } from '../../support/git-repository.ts';
import { author, headOf, testWorkspace } from '../../support/workspace.ts';

type Edit =
  | { kind: 'write'; path: string; content: string; executable: boolean }
  | { kind: 'remove'; path: string }
  | { kind: 'move'; from: string; to: string }
  | { kind: 'mark' }
  | { kind: 'rollBack' };

const name = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('a', 'b', 'a.b', 'a-b', 'a0', 'docs', 'index.md', '.x') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('ü', '日本', 'a b', 'x-', "it's", '!a', '[a]', '(top)', '\u{1f600}', 'x~', '{a}'),
  },
);
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));
const edit: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('write'), path, content: fc.string(), executable: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('remove'), path }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('move'), from: path, to: path }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'mark' }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'rollBack' }) },
);

/** The content of each path, stored as simply as possible. */
type Files = Map<string, { content: string; mode: FileMode }>;

const base: [string, string][] = [
  ['a', 'a file'],
  ['docs/index.md', '# Docs\n'],
  ['docs/a/b', 'deep'],
  ['docs/a-b', 'beside'],
  // No new name may begin like these.
  ['-x', 'as an option'],
  ['docs/~1', 'as a home'],
];

function isBlocked(files: Files, at: string): boolean {
  const parts = at.split('/');
  const above = parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
  return (
    above.some((folder) => files.has(folder)) || Array.from(files.keys()).some((file) => file.startsWith(`${at}/`))
  );
}

/** A tree and, beside it, its expected contents: both get the same edits. */
class Twin {
  readonly tree: GitTree;
  /** Edits that were refused although they should not have been, or the other way around. */
  readonly surprises: string[] = [];
  files: Files = new Map(base.map(([file, content]) => [file, { content, mode: '100644' }]));
  #saved: { mark: Mark; files: Files };

  constructor(tree: GitTree) {
    this.tree = tree;
    this.#saved = this.#save();
  }

  apply(step: Edit): void {
    if (step.kind === 'write') this.#write(step.path, step.content, step.executable ? '100755' : '100644');
    if (step.kind === 'remove') this.#remove(step.path);
    if (step.kind === 'move') this.#move(step.from, step.to);
    if (step.kind === 'mark') this.#saved = this.#save();
    if (step.kind === 'rollBack') this.#rollBack();
  }

  #write(at: string, content: string, mode: FileMode): boolean {
    const refused = isRefused(() => this.tree.write(at, Buffer.from(content), mode));
    if (refused !== isBlocked(this.files, at)) this.surprises.push(`write ${at}: ${refused}`);
    if (!refused) this.files.set(at, { content, mode });
    return !refused;
  }

  #remove(at: string): void {
    const refused = isRefused(() => this.tree.remove(at));
    if (refused === this.files.delete(at)) this.surprises.push(`remove ${at}: ${refused}`);
  }

  #move(from: string, to: string): void {
    const moved = this.files.get(from);
    if (moved && from !== to && this.#write(to, moved.content, moved.mode)) this.#remove(from);
  }

  #save() {
    return { mark: this.tree.mark(), files: new Map(this.files) };
  }

  #rollBack(): void {
    this.tree.rollBack(this.#saved.mark);
    this.files = new Map(this.#saved.files);
  }
}

function isRefused(act: () => void): boolean {
  try {
    act();
    return false;
  } catch (error) {
    if (isCopydeskError(error, 'path_refused')) return true;
    throw error;
  }
}

/** Returns the tree that git itself makes of files, with a separate index. */
async function writeTree(gitDirectory: string, index: string, files: Files): Promise<string> {
  const variables = { GIT_DIR: gitDirectory, GIT_INDEX_FILE: index };
  await runGitForBytes(['read-tree', '--empty'], '', variables);
  const lines: string[] = [];
  for (const [file, { content, mode }] of files) {
    const id = await runGitForBytes(['hash-object', '-w', '--stdin', '--no-filters'], content, variables);
    lines.push(`${mode} ${id.toString().trim()}\t${file}\0`);
  }
  await runGitForBytes(['update-index', '-z', '--index-info'], lines.join(''), variables);
  return (await runGitForBytes(['write-tree'], '', variables)).toString().trim();
}

test('after any writes, moves, removals and rollbacks, ids equal those of git, and the changes rebuild the tree', async () => {
  await using source = await testRepository();
  await using folder = await testFolder();
  await using rig = await testWorkspace();
  await source.commit(Object.fromEntries(base));
  const repository = await rig.open(source.path);
  const head = await headOf(repository);

  const property = fc.asyncProperty(fc.array(edit, { maxLength: 25 }), async (edits) => {
    const twin = new Twin(await repository.openTree(head));
    for (const step of edits) twin.apply(step);
    const { tree, files } = twin;
    expect(twin.surprises).toEqual([]);
    const expected = await writeTree(source.gitDirectory, join(folder.path, 'index'), files);
    expect(tree.id()).toBe(expected);
    expect(tree.entries().map((entry) => entry.path)).toEqual(
      Array.from(files.keys()).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
    );
    const resumed = await repository.openTree(head, { changes: tree.changes() });
    expect(resumed.id()).toBe(expected);
    const commit = await repository.commit({ tree, parents: [head], message: 'x', author, at: new Date(0) });
    expect((await repository.openTree(commit)).id()).toBe(expected);
  });
  await fc.assert(property, { numRuns: 40 });
});

test('names that are not UTF-8, legacy modes and empty files stay unchanged in the tree', async () => {
  await using source = await testRepository();
  await using rig = await testWorkspace();
  const empty = await source.git('hash-object', '-w', '--stdin');
  const lines = Buffer.concat([
    Buffer.from(`100644 blob ${empty}\tplain.md\0`),
    Buffer.from(`100664 blob ${empty}\tgroup-writable.md\0`),
    Buffer.from(`100644 blob ${empty}\t`),
    Buffer.from([0x66, 0xfc, 0x72, 0]),
  ]);
  const tree = (await runGitForBytes(['-C', source.path, 'mktree', '-z'], lines)).toString().trim();
  const commit = await source.git('commit-tree', '-m', 'odd', tree);
  await source.git('update-ref', 'refs/heads/main', commit);

  const repository = await rig.open(source.path);
  const edited = await repository.openTree(commit);
  expect(edited.id()).toBe(tree);
  expect(edited.entries().map(({ path: file }) => file)).toEqual(['group-writable.md', 'plain.md']);
  edited.write('plain.md', Buffer.from('text'));
  const changed = await repository.commit({ tree: edited, parents: [commit], message: 'x', author, at: new Date(0) });
  await repository.push({ branch: 'edit', commit: changed, expected: null });
  const bytes = (await runGitForBytes(['-C', source.path, 'cat-file', 'tree', `${changed}^{tree}`])).toString('latin1');
  expect(bytes).toContain('100664 group-writable.md\0');
  expect(bytes).toContain('100644 f\u00fcr\0');
});
