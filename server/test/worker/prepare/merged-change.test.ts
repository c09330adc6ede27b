import { describe, expect, test } from 'vitest';
import { mergedChange } from '../../../src/worker/prepare/merged-change.ts';
import type { Merged } from '../../../src/worker/prepare/merged-change.ts';
import { testRepository } from '../../support/git-repository.ts';
import type { TestRepository } from '../../support/git-repository.ts';
import { testWorkspace } from '../../support/workspace.ts';

const page = (...lines: string[]) => ['# Guide', '', ...lines, ''].join('\n\n');

/** A repository with a branch of two commits, whose base branch has moved on. */
async function branched() {
  const stack = new AsyncDisposableStack();
  const origin = stack.use(await testRepository({ bare: true }));
  const { workspace } = stack.use(await testWorkspace());
  const begun = await origin.commit({ 'guide.md': page('One.', 'Two.', 'Three.') });
  await origin.git('branch', 'change');
  const first = await origin.commit(
    { 'guide.md': page('One!', 'Two.', 'Three.') },
    { branch: 'change', message: 'First' },
  );
  const head = await origin.commit(
    { 'guide.md': page('One!', 'Two.', 'Three!'), 'new.md': '# New\n' },
    { branch: 'change', message: 'Second' },
  );
  const repository = await workspace.repository({ id: 'prj', kind: 'path', location: origin.path });
  const deliveries: Merged['deliveries'] = [
    { commit: first, title: 'First' },
    { commit: head, title: 'Second' },
  ];
  return {
    origin,
    begun,
    head,
    /** Finds what was merged, as the host reports it. */
    async found(mergeCommit: string, change: Partial<Merged> = {}) {
      await repository.fetch();
      const pullRequest = { number: 1, baseRef: 'main', headCommit: head, mergeCommit };
      return await mergedChange(repository, { pullRequest, deliveries, ...change });
    },
    repository,
    deliveries,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const meanwhile = async (origin: TestRepository) => await origin.commit({ 'other.md': '# Other\n' });

describe('the change of a merged pull request', () => {
  test('with a merge commit, is its difference from the first parent', async () => {
    await using world = await branched();
    const { origin, head } = world;
    const before = await meanwhile(origin);
    const tree = await origin.git('merge-tree', '--write-tree', 'main', 'change');
    const ann = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org'];
    const merge = await origin.git(...ann, 'commit-tree', tree, '-p', before, '-p', head, '-m', 'Merge');
    await origin.git('update-ref', 'refs/heads/main', merge);
    await meanwhile(origin);
    expect(await world.found(merge)).toEqual({ before, after: merge });
  });

  test('with a squash, is one commit', async () => {
    await using world = await branched();
    const { origin } = world;
    const before = await meanwhile(origin);
    const files = { 'guide.md': page('One!', 'Two.', 'Three!'), 'new.md': '# New\n' };
    const after = await origin.commit(files, { message: 'First (#1)' });
    expect(await world.found(after)).toEqual({ before, after });
  });

  test('with a rebase, is a series of commits', async () => {
    await using world = await branched();
    const { origin } = world;
    const before = await meanwhile(origin);
    await origin.commit({ 'guide.md': page('One!', 'Two.', 'Three.') }, { message: 'First' });
    const after = await origin.commit(
      { 'guide.md': page('One!', 'Two.', 'Three!'), 'new.md': '# New\n' },
      { message: 'Second' },
    );
    expect(await world.found(after)).toEqual({ before, after });
  });

  test('with a rebase that changed it, is found by its titles, or by those of the job if the branch is gone', async () => {
    await using world = await branched();
    const { origin } = world;
    const before = await meanwhile(origin);
    await origin.commit({ 'guide.md': page('One?', 'Two.', 'Three.') }, { message: 'First' });
    const after = await origin.commit({ 'guide.md': page('One?', 'Two.', 'Three?') }, { message: 'Second' });
    expect(await world.found(after)).toEqual({ before, after });
    const pullRequest = { number: 1, baseRef: 'main', headCommit: '0'.repeat(40), mergeCommit: after };
    expect(await world.found(after, { pullRequest })).toEqual({ before, after });
  });

  test('with a fast-forward, is everything since the branch began', async () => {
    await using world = await branched();
    const { origin, begun, head } = world;
    await origin.git('update-ref', 'refs/heads/main', head);
    expect(await world.found(head)).toEqual({ before: begun, after: head });
    await expect(world.found(head, { deliveries: [] })).rejects.toMatchObject({ code: 'change_not_found' });
  });

  test('is not guessed if the base branch was rewritten, or is gone', async () => {
    await using world = await branched();
    const { origin, begun } = world;
    const after = await origin.commit({ 'guide.md': page('One!') });
    await origin.git('update-ref', 'refs/heads/main', begun);
    await expect(world.found(after)).rejects.toMatchObject({ code: 'change_not_found' });
    await origin.git('update-ref', '-d', 'refs/heads/main');
    await expect(world.found(after)).rejects.toMatchObject({ code: 'ref_not_found' });
  });
});
