import type { Job } from '@copydesk/contract';
import type { Database } from '../../postgres/database.ts';
import { hasOpenPullRequest, jobPage, withPage } from '../present.ts';
import type { StoredJob } from '../present.ts';
import { readShared } from './shared-files.ts';

/**
 * Reads which other jobs share files with some jobs of a project: a job with an open pull request lists the others with
 * open ones that change the same files. Active jobs, which clients poll, have none.
 *
 * @param baseUrl the address of the server.
 * @returns how to present each of them, alone and in lists.
 */
export async function readSharing(
  db: Database,
  { baseUrl, projectId }: { baseUrl: string; projectId: string },
  jobs: readonly StoredJob[],
): Promise<(job: StoredJob) => Job> {
  const open = new Set(jobs.filter(hasOpenPullRequest).map(({ id }) => id));
  const shared = await readShared(db, projectId, [...open]);
  return (job) => {
    const presented = withPage(baseUrl, projectId, job);
    if (!open.has(job.id)) return presented;
    const sharesFilesWith = (shared.get(job.id) ?? []).map(({ job: id, title, pullRequest, files, filesInAll }) => ({
      job: id,
      page: jobPage(baseUrl, { projectId, id }),
      title,
      pullRequest,
      files,
      filesInAll,
    }));
    return { ...presented, sharesFilesWith };
  };
}
