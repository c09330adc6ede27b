import { CopydeskError, JobDiff, JobList } from '@copydesk/contract';
import { visibleText } from '@copydesk/contract/invisible';
import type { McpServer } from '@modelcontextprotocol/server';
import { callEndpoint } from './api.ts';
import { isOffered, readMe } from './connection.ts';
import type { McpConnection } from './connection.ts';
import { jobReport, viewsReport } from './report.ts';
import { tools } from './tools.ts';

/** The longest resource. A longer one is cut, and its end says so. */
const mostCharacters = 400_000;

/** How many jobs are listed. */
const listed = 20;

const templates = [
  {
    uriTemplate: 'copydesk://projects/{project}/jobs/{job}/diff',
    name: 'diff',
    title: 'What a job changed',
    mimeType: 'text/x-diff',
  },
  {
    uriTemplate: 'copydesk://projects/{project}/jobs/{job}/report',
    name: 'report',
    title: 'What became of a job',
    mimeType: 'text/markdown',
  },
  {
    uriTemplate: 'copydesk://projects/{project}/views/report',
    name: 'views',
    title: 'Who read the docs in the last 30 days',
    mimeType: 'text/markdown',
  },
];

/** Adds the resources: diffs and reports, each with a URI. */
export function addResources(
  { server }: McpServer,
  connection: McpConnection,
  orFail: <T>(work: () => Promise<T>) => Promise<T>,
): void {
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: templates }));
  server.setRequestHandler(
    'resources/list',
    async () => await orFail(async () => ({ resources: await list(connection) })),
  );
  server.setRequestHandler(
    'resources/read',
    async ({ params: { uri } }) =>
      await orFail(async () => {
        const { text, mimeType } = await read(connection, uri);
        const cut = `${text.slice(0, mostCharacters).toWellFormed()}\n… ${text.length - mostCharacters} more characters\n`;
        return { contents: [{ uri, mimeType, text: text.length > mostCharacters ? cut : text }] };
      }),
  );
}

/** Lists the views report and the reports of the newest jobs when the project is known. */
async function list(
  connection: McpConnection,
): Promise<{ uri: string; name: string; title: string; mimeType: string }[]> {
  const me = await readMe(connection);
  const project = connection.project ?? me.project?.id;
  if (project === undefined) return [];
  const may = (name: string) => tools.some((tool) => tool.name === name && isOffered(connection, me, tool));
  const found = may('list_jobs')
    ? await callEndpoint(connection.call, 'listJobs', {
        path: { projectId: project },
        query: { limit: String(listed) },
      })
    : { jobs: [], nextCursor: null };
  const mimeType = 'text/markdown';
  const views = { uri: `copydesk://projects/${project}/views/report`, name: 'views', title: 'Page views', mimeType };
  const jobs = JobList.parse(found).jobs.map((job) => ({
    uri: `copydesk://projects/${project}/jobs/${job.id}/report`,
    name: job.id,
    title: visibleText(job.summary.slice(0, 100).toWellFormed()),
    mimeType,
  }));
  return [...(may('page_views') ? [views] : []), ...jobs];
}

const address = /^copydesk:\/\/projects\/(prj_\w+)\/(?:jobs\/(job_\w+)\/(diff|report)|views\/report)$/;

async function read(connection: McpConnection, uri: string): Promise<{ text: string; mimeType: string }> {
  const [, projectId, id, what] = address.exec(uri) ?? [];
  if (projectId === undefined) throw noSuchResource();
  if (id === undefined)
    return { text: await viewsReport(connection, projectId, new Date()), mimeType: 'text/markdown' };
  if (what === 'report') return { text: await jobReport(connection, { projectId, id }), mimeType: 'text/markdown' };
  const { files } = JobDiff.parse(await callEndpoint(connection.call, 'getJobDiff', { path: { projectId, id } }));
  return { text: visibleText(files.map(textOfFile).join('')), mimeType: 'text/x-diff' };
}

function textOfFile({ path, oldPath, change, binary, patch }: JobDiff['files'][number]): string {
  const from = change === 'added' ? '/dev/null' : `a/${oldPath ?? path}`;
  const to = change === 'deleted' ? '/dev/null' : `b/${path}`;
  const body = binary ? `Binary files ${from} and ${to} differ\n` : `--- ${from}\n+++ ${to}\n${patch}`;
  return `diff --git a/${oldPath ?? path} b/${path}\n${body.endsWith('\n') ? body : `${body}\n`}`;
}

function noSuchResource(): CopydeskError {
  const known = templates.map(({ uriTemplate }) => uriTemplate).join(', ');
  return new CopydeskError('not_found', `There is no resource at this address. There are ${known}.`);
}
