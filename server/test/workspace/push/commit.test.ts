import { describe, expect, test } from 'vitest';
import type { Author } from '../../../src/workspace/repository.ts';
import { runGitForBytes, testRepository } from '../../support/git-repository.ts';
import { author, headOf, testWorkspace } from '../../support/workspace.ts';

const at = new Date('2026-03-01T12:00:00.900Z');

describe('a commit', () => {
  test('of the same input has the same id, equal to that of git commit-tree', async () => {
    await using source = await testRepository();
    await using rig = await testWorkspace();
    await source.commit({ 'a.md': 'A\n' });
    const repository = await rig.open(source.path);
    const head = await headOf(repository);
    const drafts = [
      { message: 'A title\n\nA body with ü.\n', author },
      { message: 'no line break at the end', author: { name: ' Dr. <Evil>\n. ', email: 'evil@example.org>' } },
    ];
    for (const draft of drafts) {
      const tree = await repository.openTree(head);
      tree.write('b.md', Buffer.from('B\n'));
      const commit = await repository.commit({ tree, parents: [head], at, ...draft });
      expect(await repository.commit({ tree, parents: [head], at, ...draft })).toBe(commit);
      await repository.push({ branch: 'b', commit, expected: (await repository.head('b')) ?? null });

      // A message always ends with a line break, as those of `git commit` do.
      const message = draft.message.replace(/\n?$/, '\n');
      const command = [
        '-c',
        'i18n.commitEncoding=UTF-8',
        '-C',
        source.path,
        'commit-tree',
        '-p',
        head,
        `${commit}^{tree}`,
      ];
      expect(await runGitAs(command, message, draft.author)).toBe(commit);
    }
  });

  test('may change thousands of files, and merge', async () => {
    await using source = await testRepository();
    await using rig = await testWorkspace();
    await source.commit({ 'a.md': 'A\n' });
    const repository = await rig.open(source.path);
    const head = await headOf(repository);
    const tree = await repository.openTree(head);
    for (let index = 0; index < 3000; index += 1) {
      tree.write(`docs/${index % 7}/${index}.md`, Buffer.from(`# Page ${index}\n`.repeat(20)));
    }
    const parents = [head, await source.commit({ 'b.md': 'B\n' })];
    await repository.fetch();
    const commit = await repository.commit({ tree, parents, message: 'Many', author, at });
    await repository.push({ branch: 'many', commit, expected: null });
    await source.git('fsck', '--strict', '--connectivity-only');
    expect(await source.git('rev-parse', `${commit}^2`)).toBe(parents[1]);
    expect((await source.git('ls-tree', '-r', '--name-only', commit)).split('\n')).toHaveLength(3001);
  });

  test('may contain the same content in several files, and the same files in several folders', async () => {
    await using source = await testRepository();
    await using rig = await testWorkspace();
    await source.commit({ 'a.md': 'A\n' });
    const repository = await rig.open(source.path);
    const head = await headOf(repository);
    for (const copies of [2, 200]) {
      const tree = await repository.openTree(head);
      for (let index = 0; index < copies; index += 1) tree.write(`${index}/same.md`, Buffer.from(`# ${copies}\n`));
      const commit = await repository.commit({ tree, parents: [head], message: 'Same', author, at });
      await repository.push({ branch: `same-${copies}`, commit, expected: null });
      await source.git('fsck', '--strict', '--connectivity-only');
      expect((await source.git('ls-tree', '-r', '--name-only', commit)).split('\n')).toHaveLength(copies + 1);
    }
  });

  test('of a tree that git rejects is refused, with the reason', async () => {
    await using source = await testRepository();
    await using rig = await testWorkspace();
    await source.commit({ 'a.md': 'A\n' });
    const repository = await rig.open(source.path);
    const head = await headOf(repository);
    const tree = await repository.openTree(head);
    tree.write('.gitmodules', Buffer.from('[submodule "x"]\n\tpath = x\n\turl = --upload-pack=id\n'));
    const draft = { tree, parents: [head], message: 'x', author, at };
    await expect(repository.commit(draft)).rejects.toMatchObject({
      code: 'path_refused',
      message: expect.stringContaining('gitmodulesUrl'),
    });
  });
});

async function runGitAs(command: string[], input: string, { name, email }: Author): Promise<string> {
  const date = `${Math.floor(at.getTime() / 1000)} +0000`;
  const printed = await runGitForBytes(command, input, {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
    GIT_COMMITTER_DATE: date,
  });
  return printed.toString().trim();
}
