import { AgentsResult, Job, JobDiff, NotFoundResult, ViewsResult, isCopydeskError } from '@copydesk/contract';
import { visibleText } from '@copydesk/contract/invisible';
import { callEndpoint } from './api.ts';
import type { McpConnection } from './connection.ts';

/** How many rows each list of a report has. */
const mostRows = 20;

/** Returns the outcome of a job as Markdown. */
export async function jobReport({ call }: McpConnection, path: { projectId: string; id: string }): Promise<string> {
  const job = Job.parse(await callEndpoint(call, 'getJob', { path }));
  const lines = [
    `# Job ${job.id}`,
    '',
    `- Status: ${job.status}`,
    `- Asked: ${oneLine(job.summary)}`,
    `- Pull request: ${job.prLink ?? 'none'}${job.pullRequest === null ? '' : ` (${job.pullRequest.state})`}`,
    `- Branch: ${job.source.ref}`,
    `- Page: ${job.page}`,
    ...(job.error === null ? [] : [`- Error: ${job.error.code}: ${oneLine(job.error.detail)}`]),
    ...(job.outcome === null ? [] : ['', '## Outcome', '', job.outcome.text]),
    '',
    '## Changed files',
    '',
    ...(await changedFiles(call, path)),
  ];
  return visibleText(`${lines.join('\n')}\n`);
}

async function changedFiles(call: McpConnection['call'], path: Record<string, string>): Promise<string[]> {
  try {
    const { files } = JobDiff.parse(await callEndpoint(call, 'getJobDiff', { path }));
    const shown = files
      .slice(0, 300)
      .map((file) => `- ${file.path} (${file.change}, +${file.additions} −${file.deletions})`);
    if (files.length > shown.length) shown.push(`- … and ${files.length - shown.length} more`);
    return shown.length === 0 ? ['None.'] : shown;
  } catch (error) {
    if (!isCopydeskError(error)) throw error;
    return [`Not known: ${error.message}`];
  }
}

/** Returns who read the docs in the last 30 days, as Markdown. */
export async function viewsReport({ call }: McpConnection, projectId: string, now: Date): Promise<string> {
  const from = new Date(now.getTime() - 30 * 86_400_000).toISOString().slice(0, 10);
  const parameters = { path: { projectId }, query: { dateFrom: from, limit: String(mostRows) } };
  const [views, agents, missing] = await Promise.all([
    callEndpoint(call, 'getViews', parameters).then((value) => ViewsResult.parse(value)),
    callEndpoint(call, 'getAgents', parameters).then((value) => AgentsResult.parse(value)),
    callEndpoint(call, 'getNotFound', parameters).then((value) => NotFoundResult.parse(value)),
  ]);
  const { human, ai } = views.totals;
  const head = ['| Path | People | AI |', '| --- | --- | --- |'];
  const lines = [
    `# Page views since ${from}`,
    '',
    `${human} by people, ${ai} by AI. Each list has at most ${mostRows} rows.`,
    '',
    '## Pages',
    '',
    ...head,
    ...views.views.map(row),
    '',
    '## AI agents',
    '',
    '| Agent | Operator | Purpose | Views |',
    '| --- | --- | --- | --- |',
    ...agents.agents.map((one) => `| ${cell(one.agent)} | ${cell(one.operator)} | ${one.purpose} | ${one.views} |`),
    '',
    '## Not found',
    '',
    ...head,
    ...missing.paths.map(row),
  ];
  return visibleText(`${lines.join('\n')}\n`);
}

function row({ path, human, ai }: { path: string; human: number; ai: number }): string {
  return `| ${cell(path)} | ${human} | ${ai} |`;
}

/** Formats a path for a table cell. Anyone can request any path, so it must not end its cell or its line. */
function cell(text: string): string {
  return `\`${oneLine(text).replaceAll('`', "'").replaceAll('|', '\\|').slice(0, 200).toWellFormed()}\``;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
