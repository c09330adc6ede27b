import type { Job } from '@copydesk/contract';
import type { Database } from '../postgres/database.ts';
import { hasOpenPullRequest, jobPage, withPage } from './present.ts';
import type { StoredJob } from './present.ts';
import { readShared } from './shared-files.ts';

/**
 * Reads with what other jobs some jobs of a project share files: one with an open pull request tells which others have open ones
 * that change the same files. Jobs at work, which are asked about again and again, have none.
 *
 * @param baseUrl where the server is reached.
 * @returns how each of them is answered, by itself and in lists.
 */
export async function readSharing(
  db: Database,
  { baseUrl, projectId }: { baseUrl: string; projectId: string },
  jobs: readonly StoredJob[],
): Promise<(job: StoredJob) => Job> {
  const open = new Set(jobs.filter(hasOpenPullRequest).map(({ id }) => id));
  const shared = await readShared(db, projectId, [...open]);
  return (job) => {
    const told = withPage(baseUrl, projectId, job);
    if (!open.has(job.id)) return told;
    const sharesFilesWith = (shared.get(job.id) ?? []).map(({ job: id, title, pullRequest, files, filesInAll }) => ({
      job: id,
      page: jobPage(baseUrl, { projectId, id }),
      title,
      pullRequest,
      files,
      filesInAll,
    }));
    return { ...told, sharesFilesWith };
  };
}
