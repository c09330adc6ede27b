import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { WriteQueue } from '../../../src/analytics/store/write-queue.ts';
import type { Waiting } from '../../../src/analytics/store/write-queue.ts';
import { arrivalOf, viewOf } from '../support/views.ts';

const limits = { groupViews: 80, gatherMilliseconds: 0, groups: 2 };

function laneOf(byShard: boolean) {
  const groups: { projects: number[]; end: () => void }[] = [];
  const write = async (group: Waiting[]) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    groups.push({ projects: group.map(({ arrival }) => arrival.projectId), end: resolve });
    await promise;
  };
  const lane = new WriteQueue({ ...limits, byShard, write });
  const add = (shard: number, views = 1) =>
    lane.add({
      arrival: {
        ...arrivalOf(
          shard,
          Array.from({ length: views }, () => viewOf()),
        ),
        shard,
        shards: { numbers: [shard], earlier: [] },
      },
      since: performance.now(),
      resolve: () => {},
      reject: () => {},
    });
  return { lane, add, groups, projects: () => groups.map((group) => group.projects) };
}

test('on one server, arrivals of several projects share a transaction, and a second one waits for enough arrivals', async () => {
  const { add, groups, projects } = laneOf(false);
  for (const project of [1, 2, 1]) add(project);
  await setTimeout(5);
  expect(projects()).toEqual([[1, 2, 1]]);
  add(3);
  await setTimeout(5);
  expect(projects()).toHaveLength(1);
  add(4, 20);
  expect(projects()).toEqual([
    [1, 2, 1],
    [3, 4],
  ]);
  for (const { end } of groups) end();
});

test('on a node of a cluster, each project has a transaction of its own, and only one', async () => {
  const { lane, add, groups, projects } = laneOf(true);
  for (const project of [1, 2, 1, 3]) add(project);
  await setTimeout(5);
  expect(projects()).toEqual([[1, 1], [2]]);
  groups[0]?.end();
  await setTimeout(5);
  expect(projects()).toEqual([[1, 1], [2], [3]]);
  add(2);
  groups[2]?.end();
  await setTimeout(5);
  expect(projects()).toHaveLength(3);
  groups[1]?.end();
  await setTimeout(5);
  expect(projects().at(-1)).toEqual([2]);
  groups[3]?.end();
  await lane.drain();
});
