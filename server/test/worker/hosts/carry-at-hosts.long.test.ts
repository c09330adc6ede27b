import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { backport, textOn, undo } from '../prepare/carry-support.ts';
import { site } from '../rig.ts';
import { openedAt, places } from './host-places.ts';
import type { Place } from './host-places.ts';

let stack: AsyncDisposableStack;
beforeEach(() => {
  stack = new AsyncDisposableStack();
});
afterEach(async () => await stack.disposeAsync());

describe.each(Object.entries(places))('%s', (_name, start) => {
  test('an undo opens a pull request that reverts the merged change, and keeps later changes', async () => {
    const { rig, place, job, work, handleHosts } = await openedAt<Place>(start, stack);
    await place.merge();
    await handleHosts();
    expect(await rig.read(job.id)).toMatchObject({ pullRequest: { state: 'merged' } });
    const edited = `${(await textOn(rig, 'main')).replace('Run it.', 'Start it.')}\n`;
    await rig.repository.commit({ 'docs/guide.md': edited });
    const { id } = await undo(rig, job.id);
    const undone = await work();
    expect(undone).toMatchObject({ id, status: 'completed', error: null, pullRequest: { number: 2, state: 'open' } });
    expect(await textOn(rig, undone.source.ref)).toBe(edited.replace('Acme Platform', 'Acme Cloud').trimEnd());
    expect(place.pulls()).toBe(2);
  });

  test('an undo of lines that were edited later is a conflict that names the file, and opens nothing', async () => {
    const { rig, place, job, work, handleHosts } = await openedAt<Place>(start, stack);
    await place.merge();
    await handleHosts();
    const edited = (await textOn(rig, 'main')).replace('Use Acme Platform.', 'Use the Platform.');
    await rig.repository.commit({ 'docs/guide.md': `${edited}\n` });
    await undo(rig, job.id);
    const error = { code: 'merge_conflict', detail: expect.stringContaining('docs/guide.md') };
    expect(await work()).toMatchObject({ status: 'failed', prLink: null, error });
    expect(place.pulls()).toBe(1);
  });

  test('an undo before the merge is refused, also after the pull request was closed', async () => {
    const { rig, place, job, handleHosts } = await openedAt<Place>(start, stack);
    await expect(undo(rig, job.id)).rejects.toMatchObject({ code: 'pull_request_not_merged' });
    await place.close();
    await handleHosts();
    await expect(undo(rig, job.id)).rejects.toMatchObject({ code: 'nothing_to_carry' });
  });

  test('a backport opens a pull request on each branch, and names the one that conflicts', async () => {
    const { rig, place, job, work } = await openedAt<Place>(start, stack);
    const { git, commit } = rig.repository;
    const first = (await git('rev-list', '--max-parents=0', 'main')).trim();
    for (const branch of ['release/1.x', 'release/2.x']) await git('branch', branch, first);
    const other = site['docs/guide.md'].replace('Use Acme Cloud.', 'Use Acme Two.');
    await commit({ 'docs/guide.md': other }, { branch: 'release/2.x' });
    const jobs = await backport(rig, job.id, ['release/1.x', 'release/2.x']);
    const [done, failed] = [await work(), await work()];
    expect([done.id, failed.id]).toEqual(jobs.map(({ id }) => id));
    expect(done).toMatchObject({ status: 'completed', error: null, pullRequest: { number: 2, state: 'open' } });
    expect(await git('diff', '--name-only', 'release/1.x', done.source.ref)).toBe('docs/guide.md');
    const detail = expect.stringMatching(/release\/2\.x[^]*docs\/guide\.md/);
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'merge_conflict', detail } });
    expect(place.pulls()).toBe(2);
  });
});
