import { z } from 'zod';
import { downloadTail } from '../../checks/log-download.ts';
import { shownLog } from '../../checks/shown-log.ts';
import type { GithubClient } from '../client.ts';
import { ifShown } from './commit-checks.ts';
import { CheckRun } from '../shapes.ts';
import { workflowJob } from './workflow-jobs.ts';

/**
 * Returns what a failed check run left: the end of its log when it is a job of GitHub Actions, otherwise the text of
 * its App. Sends at most six requests. A status has only a page at its service.
 */
export async function logOf(
  client: GithubClient,
  commit: string,
  key: string,
  bytes: number,
): Promise<string | undefined> {
  const id = /^check-run (\d+)$/.exec(key)?.[1];
  if (id === undefined) return undefined;
  const asked = { check_run_id: Number(id) };
  const route = 'GET /repos/{owner}/{repo}/check-runs/{check_run_id}';
  const run =
    (await ifShown(() => client.ask(CheckRun, route, asked))) ?? (await ifShown(() => workflowJob(client, Number(id))));
  if (run === undefined || run.head_sha !== commit) return undefined;
  const log = run.app?.slug === 'github-actions' ? await jobLog(client, run.id, bytes) : undefined;
  return log ?? (await reportOf(client, run, bytes));
}

/** A job of Actions has the id of its check run. GitHub stores its log elsewhere, and redirects. */
async function jobLog(client: GithubClient, id: number, bytes: number): Promise<string | undefined> {
  const route = 'GET /repos/{owner}/{repo}/actions/jobs/{job_id}/logs';
  const answer = await client.try(route, { job_id: id });
  const { location } = answer.headers;
  if (answer.status === 302 && location !== undefined) {
    return shownLog(await downloadTail(location, client.access, bytes), client.access);
  }
  // The log has expired, or the credential lacks `actions: read`.
  return await ifShown<undefined>(async () => {
    throw await client.refusal(answer, route);
  });
}

const Annotation = z.object({
  path: z.string(),
  start_line: z.int(),
  annotation_level: z.string().nullish(),
  title: z.string().nullish(),
  message: z.string().nullish(),
});

/** Returns what was written for people, annotations first, because they name lines. */
async function reportOf(client: GithubClient, run: CheckRun, bytes: number): Promise<string | undefined> {
  const { title, summary, text, annotations_count: count = 0 } = run.output ?? {};
  const route = 'GET /repos/{owner}/{repo}/check-runs/{check_run_id}/annotations';
  const asked = { check_run_id: run.id, per_page: 50 };
  const annotations = count === 0 ? [] : await ifShown(() => client.ask(z.array(Annotation), route, asked));
  const lines = (annotations ?? []).map((one) =>
    [`${one.path}:${one.start_line}`, one.annotation_level, one.title, one.message].filter(Boolean).join(': '),
  );
  const report = [title, ...lines, summary, text].filter((part) => part != null && part !== '').join('\n');
  const beginning = Buffer.from(report)
    .subarray(0, bytes)
    .toString('utf8')
    .replace(/\uFFFD+$/, '');
  return shownLog({ text: beginning, isCut: beginning.length < report.length }, client.access);
}
