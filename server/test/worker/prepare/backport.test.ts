import { describe, expect, test } from 'vitest';
import { replacer } from '../../races/support.ts';
import { backport, mergeOwn, textOn } from './carry-support.ts';
import { site, workerRig } from '../rig.ts';
import type { WorkerRig } from '../rig.ts';

const rename = 'Acme Cloud -> Acme Platform';

/** Creates a job with a pull request, and version branches: one equal to main, one with a different text. */
async function versions(rig: WorkerRig): Promise<string> {
  await rig.repository.git('branch', 'release/1.x', 'main');
  await rig.repository.git('branch', 'release/2.x', 'main');
  await rig.repository.commit({ 'docs/index.md': `${site['docs/index.md']}\nVersion 1.\n` }, { branch: 'release/1.x' });
  const other = site['docs/guide.md'].replace('Use Acme Cloud.', 'Use Acme Two.');
  await rig.repository.commit({ 'docs/guide.md': other }, { branch: 'release/2.x' });
  const { id } = await rig.create(rename);
  await rig.work();
  return id;
}

describe('a backport', () => {
  test.each([{ isMerged: true }, { isMerged: false }])(
    'makes the change on each branch, with a job and a pull request for each, and reports conflicts and missing branches (merged: $isMerged)',
    async ({ isMerged }) => {
      await using rig = await workerRig(replacer);
      const id = await versions(rig);
      if (isMerged) await mergeOwn(rig, 1);
      const calls = rig.model.calls.length;
      const jobs = await backport(rig, id, ['release/2.x', 'release/0.x', 'release/1.x']);
      expect(jobs.map(({ madeFrom }) => madeFrom)).toEqual(jobs.map(() => ({ kind: 'backport', job: id })));
      const done = [await rig.work(), await rig.work(), await rig.work()];
      expect(done.map((job) => job.id)).toEqual(jobs.map((job) => job.id));
      expect(done[0]?.error).toMatchObject({
        code: 'merge_conflict',
        detail: expect.stringMatching(/release\/2\.x[^]*docs\/guide\.md/),
      });
      expect(done[1]?.error).toMatchObject({ code: 'ref_not_found', detail: expect.stringContaining('release/0.x') });
      expect(done[2]).toMatchObject({ status: 'completed', error: null, pullRequest: { number: 2, state: 'open' } });
      const branch = done[2]?.source.ref ?? '';
      expect(await rig.repository.git('diff', '--name-only', 'release/1.x', branch)).toBe('docs/guide.md');
      expect(await textOn(rig, branch)).toContain('Acme Platform');
      expect(rig.model.calls).toHaveLength(calls);
      const pull = await rig.db
        .selectFrom('pull_request')
        .selectAll()
        .where('number', '=', 2)
        .executeTakeFirstOrThrow();
      expect(pull.base_ref).toBe('release/1.x');
      expect(pull.title).toMatch(/\(for release\/1\.x\)$/);
      expect(pull.description).toContain(`Backports <http://desk.test/${rig.project.id}/1>`);
    },
  );

  test('is refused completely if one branch is that of the change, or has a backport of it already', async () => {
    await using rig = await workerRig(replacer);
    const id = await versions(rig);
    await expect(backport(rig, id, ['release/1.x', 'main'])).rejects.toMatchObject({
      code: 'invalid_request',
      errors: [{ pointer: '/refs/1' }],
    });
    await backport(rig, id, ['release/1.x']);
    await expect(backport(rig, id, ['release/2.x', 'release/1.x'])).rejects.toMatchObject({
      code: 'already_backported',
      message: expect.stringContaining('release/1.x'),
    });
    expect(await rig.db.selectFrom('job').select('id').execute()).toHaveLength(2);
  });

  test('completes without a change if the branch has it already', async () => {
    await using rig = await workerRig(replacer);
    const id = await versions(rig);
    await mergeOwn(rig, 1);
    await rig.repository.git('update-ref', 'refs/heads/release/1.x', 'main');
    await backport(rig, id, ['release/1.x']);
    expect(await rig.work()).toMatchObject({ status: 'completed', prLink: null, outcome: { kind: 'nothing_to_do' } });
  });
});
