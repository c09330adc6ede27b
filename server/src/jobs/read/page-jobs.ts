import type { PageJobs } from '@copydesk/contract';
import { sql } from 'kysely';
import type { Database } from '../../postgres/database.ts';
import { deliveredPullRequest, deliveriesOfJob } from '../present.ts';

/** A page of a project's docs. */
export interface DocsPage {
  projectId: string;
  /** The folder of the docs within the repository, `''` for all of it. */
  docsFolder: string;
  /** The path at which the docs begin on their host; null when it is not set. */
  pagesAt: string | null;
  /** The path of the page, as page views have it. */
  path: string;
}

/** Returns jobs of a project whose pull requests changed a file of the page, newest first. */
export async function listPageJobs(db: Database, page: DocsPage, limit: number): Promise<PageJobs> {
  const { rows } = await sql<Omit<PageJobs['jobs'][number], 'createdAt'> & { createdAt: Date }>`
    select job.id, job.status, job.summary, job.created_at as "createdAt", job.pr_link as "prLink", touched.files,
      coalesce((
        select json_agg(one.shown order by one.number) from (
          select distinct on (delivery.pull_request_number)
            delivery.pull_request_number as number, ${deliveredPullRequest} as shown
          from ${deliveriesOfJob}
          where delivery.job_id = job.id and delivery.pull_request_number is not null and exists (
            select from delivered_file file
            where file.job_id = job.id and file.delivery = delivery.number and file.path = any(touched.files)
          )
          order by delivery.pull_request_number, delivery.number desc
        ) one
      ), '[]') as "pullRequests"
    from (
      select file.job_id, array_agg(distinct file.path order by file.path) as files
      from delivered_file file join job_delivery delivery on delivery.job_id = file.job_id and delivery.number = file.delivery
      where file.path = any(${filesOf(page)}::text[]) and delivery.pull_request_number is not null
      group by file.job_id
    ) as touched join job on job.id = touched.job_id
    where job.project_id = ${page.projectId} order by job.id desc limit ${limit}
  `.execute(db);
  return { jobs: rows.map(({ createdAt, ...row }) => Object.assign(row, { createdAt: createdAt.toISOString() })) };
}

const endings = ['.md', '.mdx', '/index.md', '/index.mdx', '/README.md', '.markdown', '.rst', '.adoc', '.html'];

/** Folders in which docs tools keep their pages, and which are not part of an address. */
const folders = ['', 'docs', 'pages', 'content', 'src', 'src/content/docs', 'src/pages', 'content/docs'];

/**
 * Returns the files that the page may be built from: only the likely ones, since the repository would have to be read
 * to be certain.
 */
export function filesOf({ docsFolder, pagesAt, path }: Pick<DocsPage, 'docsFolder' | 'pagesAt' | 'path'>): string[] {
  const below = pagesAt !== null && path.startsWith(`${pagesAt}/`) ? path.slice(pagesAt.length) : path;
  const names = [...new Set([below, path])].map((name) => name.replace(/^\/+|\/+$/g, ''));
  const places = [...new Set(folders.map((folder) => [docsFolder, folder].filter((part) => part !== '').join('/')))];
  return places.flatMap((place) =>
    names.flatMap((name) => {
      const whole = [place, name].filter((part) => part !== '').join('/');
      // The start page has no name of its own.
      if (name === '')
        return ['index.md', 'index.mdx', 'README.md'].map((file) => (whole === '' ? file : `${whole}/${file}`));
      return endings.map((ending) => whole + ending);
    }),
  );
}
