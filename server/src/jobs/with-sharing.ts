import type { Job } from '@copydesk/contract';
import type { Database } from '../postgres/database.ts';
import { hasOpenPullRequest, jobPage, withPage } from './present.ts';
import type { StoredJob } from './present.ts';
import { readShared } from './shared-files.ts';

/**
 * Jobs of a project as they are answered by themselves and in lists: one with an open pull request tells which others have open
 * ones that change the same files. Jobs at work, which are asked about again and again, have none.
 *
 * @param baseUrl where the server is reached.
 */
export async function withSharing(
  db: Database,
  { baseUrl, projectId }: { baseUrl: string; projectId: string },
  jobs: readonly StoredJob[],
): Promise<Job[]> {
  const open = new Set(jobs.filter(hasOpenPullRequest).map(({ id }) => id));
  const shared = await readShared(db, projectId, [...open]);
  return jobs.map((job) => {
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
  });
}
