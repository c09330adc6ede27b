import { access, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { MergeOrder, Repository } from '../../../src/workspace/repository.ts';
import { testFolder, testRepository, type FileContent, type TestRepository } from '../../support/git-repository.ts';
import { author, headOf, testWorkspace } from '../../support/workspace.ts';

const at = new Date('2026-03-01T12:00:00Z');
const page = Array.from({ length: 20 }, (_, line) => `line ${line}\n`).join('');

interface Rig {
  source: TestRepository;
  repository: Repository;
  /** Pushes a branch with changes to the current main; returns its commit. */
  branch: (changes: Record<string, string | null>) => Promise<string>;
  merge: (head: string, order?: Partial<MergeOrder>) => Promise<string>;
}

async function withRig(files: Record<string, FileContent>, use: (rig: Rig) => Promise<void>, bare = false) {
  await using source = await testRepository({ bare });
  await using workspace = await testWorkspace();
  await source.commit(files);
  const repository = await workspace.open(source.path);
  await use({
    source,
    repository,
    async branch(changes) {
      const base = await headOf(repository);
      const tree = await repository.openTree(base);
      for (const [path, content] of Object.entries(changes)) {
        if (content === null) tree.remove(path);
        else tree.write(path, Buffer.from(content));
      }
      const commit = await repository.commit({ tree, parents: [base], message: 'Edit', author, at });
      await repository.push({
        branch: 'copydesk/job',
        commit,
        expected: (await repository.head('copydesk/job')) ?? null,
      });
      return commit;
    },
    merge: (head, order = {}) =>
      repository.mergeInto({ base: 'main', head, message: 'Merge the job', author, at, ...order }),
  });
}

describe('a merge', () => {
  test.each([true, false])('is a real merge commit on the base branch (bare: %s)', (bare) =>
    withRig(
      { 'a.md': page, 'b.md': page },
      async ({ source, branch, merge }) => {
        const head = await branch({ 'a.md': page.replace('line 1\n', 'LINE 1\n') });
        const theirs = await source.commit({ 'a.md': page.replace('line 18\n', 'LINE 18\n') });
        const commit = await merge(head);
        expect(await source.git('log', '-1', '--format=%H|%P|%s|%an|%cn|%at', 'main')).toBe(
          `${commit}|${theirs} ${head}|Merge the job|Copydesk|Copydesk|${at.getTime() / 1000}`,
        );
        expect(await source.git('show', 'main:a.md')).toMatch(/LINE 1\n[^]*LINE 18\n/);
        expect(await merge(head)).toBe(commit);
        await source.commit({ 'b.md': 'later' });
        expect(await merge(head)).toBe(commit);
      },
      bare,
    ),
  );

  test('with a conflict names the files and changes nothing', () =>
    withRig({ 'a.md': page, 'b/ü.md': page, 'c.md': page }, async ({ source, branch, merge }) => {
      const head = await branch({ 'a.md': 'ours\n', 'b/ü.md': 'ours\n', 'c.md': 'ours\n' });
      const theirs = await source.commit({ 'a.md': 'theirs\n', 'b/ü.md': null });
      await expect(merge(head)).rejects.toMatchObject({
        code: 'merge_conflict',
        message: expect.stringContaining('a.md, b/ü.md,'),
      });
      expect(await source.git('rev-parse', 'main')).toBe(theirs);
      expect(await source.git('status', '--porcelain')).toBe('');
    }));

  test('into a missing branch, or one without common history, is refused', () =>
    withRig({ 'a.md': page }, async ({ source, repository, branch, merge }) => {
      const head = await branch({ 'a.md': 'x' });
      await expect(merge(head, { base: 'nothing' })).rejects.toMatchObject({ code: 'ref_not_found' });
      const other = await source.commit({ 'z.md': 'z' }, { branch: 'unrelated' });
      await repository.fetch();
      await expect(merge(other)).rejects.toMatchObject({ code: 'merge_conflict' });
    }));
});

describe('a working copy that has the base branch checked out', () => {
  test('is updated: files, symlinks and modes, without running a configured filter', () =>
    withRig({ 'a.md': 'A\n', 'gone.md': 'x\n', 'run.sh': { mode: '100755', content: 'x' } }, async (rig) => {
      const { source, branch, merge } = rig;
      const marker = join(source.path, '.git', 'filter-ran');
      await writeFile(join(source.path, '.git', 'info', 'attributes'), '*.md filter=evil\n');
      const command = `sh -c "touch '${marker}'; cat"`;
      for (const kind of ['clean', 'smudge', 'process']) await source.git('config', `filter.evil.${kind}`, command);
      await source.git('config', 'filter.evil.required', 'true');
      await source.git('config', 'core.fsmonitor', `touch '${marker}'`);
      await symlink('a.md', join(source.path, 'untracked-link'));
      const head = await branch({ 'a.md': 'B\n', 'gone.md': null, 'docs/new.md': 'new\n', 'run.sh': 'y' });
      const commit = await merge(head);
      expect(await access(marker).catch(() => 'did not run')).toBe('did not run');
      await source.git('config', '--remove-section', 'filter.evil');
      await source.git('config', '--unset', 'core.fsmonitor');
      expect(await source.git('rev-parse', 'HEAD')).toBe(commit);
      expect(await readFile(join(source.path, 'a.md'), 'utf8')).toBe('B\n');
      expect(await readFile(join(source.path, 'docs', 'new.md'), 'utf8')).toBe('new\n');
      expect(await access(join(source.path, 'gone.md')).catch(() => 'gone')).toBe('gone');
      expect(await source.git('status', '--porcelain')).toBe('?? untracked-link');
    }));

  test.each<[string, (source: TestRepository) => Promise<unknown>, string]>([
    ['an edited file', ({ path }) => writeFile(join(path, 'b.md'), 'mine'), 'not committed'],
    [
      'a staged file',
      async ({ path, git }) => {
        await writeFile(join(path, 'staged.md'), 'mine');
        await git('add', 'staged.md');
      },
      'not committed',
    ],
    ['an untracked file in the way', ({ path }) => writeFile(join(path, 'new.md'), 'mine'), 'would overwrite new.md'],
    [
      'an ignored file in the way',
      async ({ path }) => {
        await writeFile(join(path, '.git', 'info', 'exclude'), 'new.md\n');
        await writeFile(join(path, 'new.md'), 'mine');
      },
      'would overwrite new.md',
    ],
    ['a merge under way', ({ gitDirectory }) => writeFile(join(gitDirectory, 'MERGE_HEAD'), ''), 'under way'],
    [
      'a rebase under way',
      ({ git }) => git('-c', 'sequence.editor=sed -i s/pick/edit/', 'rebase', '--quiet', '-i', '--root'),
      'under way',
    ],
  ])('is left alone with %s', (_, disturb, reason) =>
    withRig({ 'a.md': 'A\n', 'b.md': 'B\n' }, async ({ source, branch, merge }) => {
      const head = await branch({ 'a.md': 'X\n', 'new.md': 'new\n' });
      await disturb(source);
      const before = await source.git('status', '--porcelain', '--ignored');
      const main = await source.git('rev-parse', 'main');
      await expect(merge(head)).rejects.toMatchObject({
        code: 'working_copy_dirty',
        message: expect.stringContaining(reason),
      });
      expect(await source.git('rev-parse', 'main')).toBe(main);
      expect(await source.git('status', '--porcelain', '--ignored')).toBe(before);
      expect(await readFile(join(source.path, 'a.md'), 'utf8')).toBe('A\n');
    }),
  );

  test('may contain untracked files', () =>
    withRig({ 'a.md': 'A\n' }, async ({ source, branch, merge }) => {
      await writeFile(join(source.path, 'mine.txt'), 'mine');
      const commit = await merge(await branch({ 'a.md': 'X\n' }));
      expect(await source.git('rev-parse', 'HEAD')).toBe(commit);
      expect(await source.git('status', '--porcelain')).toBe('?? mine.txt');
    }));

  test('may be a linked working copy', () =>
    withRig({ 'a.md': 'A\n' }, async ({ source, branch, merge }) => {
      await using folder = await testFolder();
      await source.git('checkout', '--quiet', '-b', 'elsewhere');
      const linked = join(folder.path, 'linked');
      await source.git('worktree', 'add', '--quiet', linked, 'main');
      const head = await branch({ 'a.md': 'X\n' });
      await writeFile(join(linked, 'a.md'), 'mine');
      await expect(merge(head)).rejects.toMatchObject({
        code: 'working_copy_dirty',
        message: expect.stringContaining(linked),
      });
      await source.git('-C', linked, 'checkout', '--quiet', '--', 'a.md');
      const commit = await merge(head);
      expect(await source.git('-C', linked, 'rev-parse', 'HEAD')).toBe(commit);
      expect(await readFile(join(linked, 'a.md'), 'utf8')).toBe('X\n');
      expect(await source.git('-C', linked, 'status', '--porcelain')).toBe('');
      expect(await readFile(join(source.path, 'a.md'), 'utf8')).toBe('A\n');
    }));

  test('that a crash left with the new files on the old commit is completed by the next attempt', () =>
    withRig({ 'a.md': 'A\n' }, async ({ source, branch, merge }) => {
      const head = await branch({ 'a.md': 'X\n', 'new.md': 'new\n' });
      const before = await source.git('rev-parse', 'main');
      const commit = await merge(head);
      await source.git('update-ref', 'refs/heads/main', before);
      expect(await source.git('status', '--porcelain')).not.toBe('');
      expect(await merge(head)).toBe(commit);
      expect(await source.git('rev-parse', 'main')).toBe(commit);
      expect(await source.git('status', '--porcelain')).toBe('');
    }));

  test('prevents a job from pushing to its branch', () =>
    withRig({ 'a.md': 'A\n' }, async ({ source, repository, branch }) => {
      const main = await headOf(repository);
      const commit = await branch({ 'a.md': 'X\n' });
      await expect(repository.push({ branch: 'main', commit, expected: main })).rejects.toMatchObject({
        code: 'push_rejected',
        message: expect.stringContaining('checked out'),
      });
      expect(await source.git('rev-parse', 'main')).toBe(main);
    }));
});
