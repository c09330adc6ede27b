import { backportJob, undoJob } from '../../../src/desk/job/carry-job.ts';
import type { StoredJob } from '../../../src/jobs/present.ts';
import { mergePullRequest } from '../../../src/pull-requests/end.ts';
import { commandActor } from '../../../src/wiring/services/command-actor.ts';
import type { WorkerRig } from '../rig.ts';

const draftOf = ({ project }: WorkerRig, jobId: string) => ({
  project,
  jobId,
  model: 'test/scripted',
  sourceRepository: 'https://git.test/docs.git',
  now: new Date(),
});

/** Requests an undo, as an operator does. */
export async function undo(rig: WorkerRig, jobId: string): Promise<StoredJob> {
  return (await undoJob(rig.db, commandActor(rig.project.organisationId), draftOf(rig, jobId))).job;
}

/** Requests a backport, as an operator does. */
export async function backport(rig: WorkerRig, jobId: string, refs: string[]): Promise<StoredJob[]> {
  return (await backportJob(rig.db, commandActor(rig.project.organisationId), draftOf(rig, jobId), refs)).jobs;
}

/** Merges a pull request of the local code host, as a person does on its page. */
export async function mergeOwn(rig: WorkerRig, number: number): Promise<void> {
  const { id } = rig.project;
  const repository = await rig.services.workspace.repository({ id, kind: 'path', location: rig.repository.path });
  const by = { name: 'Ann', email: 'ann@example.org' };
  await mergePullRequest(rig.db, repository, { projectId: id, number, headCommit: undefined, by, at: new Date() });
}

/** Returns the text of a file on a branch. */
export async function textOn(rig: WorkerRig, branch: string, path = 'docs/guide.md'): Promise<string> {
  return await rig.repository.git('show', `${branch}:${path}`);
}
