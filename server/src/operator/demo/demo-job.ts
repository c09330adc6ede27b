import { CopydeskError, type Job, type JobDiff } from '@copydesk/contract';
import { diffLines, diffStat } from '../output/diff.ts';
import { progressLines } from '../output/progress.ts';
import { openApiClient } from './api-client.ts';
import type { DemoServer } from './demo-server.ts';
import type { Script } from './script.ts';

const demoPrompt = 'Rename "Lumen Cloud" to "Lumen Platform" and fix broken links';

/** How many lines of the diff are shown. The rest is summarised in one line. */
const shownDiffLines = 72;

/** The result of the job. */
export interface DemoOutcome {
  job: Job;
  /** The job's `prLink`. */
  pullRequest: string;
  result: { jobId: string; prLink: string; files: number; additions: number; deletions: number };
}

/**
 * Creates one job over HTTP, follows it to its end, and shows what it changed.
 * @throws CopydeskError with the job's own code when it failed
 */
export async function runDemoJob(demo: DemoServer, script: Script, signal: AbortSignal): Promise<DemoOutcome> {
  const api = openApiClient(demo.url, demo.token, signal);
  const projectId = demo.project.id;

  script.section('Create a job');
  script.line(`POST /v2/agent/${projectId}/job\n${JSON.stringify({ prompt: demoPrompt })}`);
  const { id } = await api.createJob(projectId, demoPrompt);
  script.line(`201 Created  ${id}`);

  script.section('Follow it');
  const printEvent = progressLines(script.terminal.colours.out, script.write);
  for await (const event of api.events(projectId, id)) printEvent(event);
  const job = await api.readJob(projectId, id);

  script.section('Read the pull request');
  const pullRequest = pullRequestOf(job);
  const diff = await api.readDiff(projectId, id);
  showDiff(diff, script);
  script.line(`\n${diffStat(diff)}`);
  script.line(`${script.paint.strong('prLink')}  ${script.paint.place(pullRequest)}`);
  const { files, additions, deletions } = diff;
  return { job, pullRequest, result: { jobId: id, prLink: pullRequest, files: files.length, additions, deletions } };
}

function pullRequestOf(job: Job): string {
  if (job.prLink !== null) return job.prLink;
  const code = job.error?.code ?? 'internal';
  throw new CopydeskError(code, job.error?.detail ?? `The job ended as ${job.status} and without a pull request.`);
}

/** Shows whole files, as many as fit. */
function showDiff(diff: JobDiff, script: Script): void {
  let lines = 0;
  const shown = diff.files.filter((file) => {
    lines += file.patch.split('\n').length + 4;
    return lines <= shownDiffLines;
  });
  const some = shown.length > 0 ? shown : diff.files.slice(0, 1);
  for (const line of diffLines({ ...diff, files: some }, script.terminal)) script.write(`   ${line}\n`);
  const rest = diff.files.slice(some.length).map((file) => file.path);
  if (rest.length > 0) script.line(script.paint.faint(`… and ${rest.length} more: ${rest.join(', ')}`));
}
