import { isCopydeskError } from '@copydesk/contract';
import { closePullRequest, mergePullRequest } from '../../../../server/src/pull-requests/end.ts';
import { SimulatedClone } from '../stand-ins/clone.ts';
import { person } from '../stand-ins/origin.ts';
import type { ExpectedJob } from '../world/expected-job.ts';
import { observe } from '../world/observe.ts';
import type { World } from '../world/world.ts';

/** Merges or closes the open pull request of a job, as a person would. */
export async function endPullRequest(world: World, job: ExpectedJob, how: 'merge' | 'close'): Promise<boolean> {
  const { pullRequests } = await observe(world);
  const open = pullRequests.findLast((one) => one.job_id === job.id && one.state === 'open');
  if (open === undefined) return false;
  const request = await world.begin(`a person ${how}s`, async ({ strand, database }) => {
    const order = { projectId: world.simulation.project.id, number: open.number, by: person };
    const clone = new SimulatedClone({ origin: world.origin, tracked: new Map(), strand });
    if (how === 'close') await closePullRequest(database.db, order);
    else await mergePullRequest(database.db, clone, { ...order, headCommit: undefined, at: world.clock.now() });
  });
  await world.finish(request);
  if (!request.strand.over) world.requests.push(request);
  const { error } = request.strand;
  if (error !== undefined && !isCopydeskError(error)) throw error;
  // The next delivery is made on the base, without what was closed with it.
  if (how === 'close') job.excuses.add('merge_conflict');
  return true;
}

/** Pushes a commit, as a person would: to the job's branch, or to the branch that its pull request goes into. */
export async function push(
  world: World,
  job: ExpectedJob,
  page: 'its own' | 'another' | 'on the base',
): Promise<boolean> {
  const branch =
    page === 'on the base' ? 'main' : [...world.origin.branches.keys()].findLast((one) => one.includes(job.id));
  const head = branch === undefined ? undefined : world.origin.branches.get(branch);
  if (branch === undefined || head === undefined) return false;
  world.messages += 1;
  const tree = world.origin.openTree(head);
  const path = page === 'its own' ? job.page : `docs/by-a-person-${world.messages}.md`;
  const text = (await world.origin.textAt(head, path)) ?? '# By a person\n';
  tree.write(path, new TextEncoder().encode(`${text}\nWord ${world.messages}.\n`));
  const draft = { root: tree.freeze(), parents: [head], message: 'By a person', author: person, at: world.clock.now() };
  const commit = world.origin.commit(draft);
  world.origin.branches.set(branch, commit);
  world.happenings += 1;
  world.pushes.push({ branch, commit });
  job.excuses.add('push_rejected');
  if (page === 'its own') job.excuses.add('merge_conflict');
  return true;
}
