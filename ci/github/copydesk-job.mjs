// Starts a job, waits for it, and says where its result is. It needs nothing but Node 20 or newer, so that the action has no
// build and no dependencies: what runs with your secrets is this file.
import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

const { env } = process;

try {
  process.exitCode = await run();
} catch (error) {
  complain(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

async function run() {
  const asked = readInputs();
  const started = await startJob(asked);
  output({ 'job-id': started.id, 'job-page': started.page });
  console.log(`Started ${started.id}: ${started.page}`);
  const job = asked.wait ? await waitForJob(asked, started.id) : started;
  output({ status: job.status, outcome: job.outcome?.kind ?? '', 'pull-request': job.prLink ?? '' });
  summarise(job);
  if (asked.comment && job.status !== 'active') await comment(asked, job);
  if (job.status === 'failed') complain(`${job.error?.code}: ${job.error?.detail}`);
  return job.status === 'failed' && asked.failOnFailure ? 1 : 0;
}

function readInputs() {
  const input = (name, otherwise) => env[`INPUT_${name.toUpperCase()}`]?.trim() || otherwise || missing(name);
  return {
    url: input('url').replace(/\/+$/, ''),
    key: input('key'),
    project: input('project'),
    prompt: input('prompt'),
    wait: input('wait', 'true') === 'true',
    minutes: Number(input('timeout-minutes', '30')),
    comment: input('comment', 'false') === 'true',
    failOnFailure: input('fail-on-failure', 'true') === 'true',
    token: env['INPUT_GITHUB-TOKEN'] ?? '',
  };
}

function missing(name) {
  throw new Error(`The input "${name}" is missing.`);
}

/** A run that is repeated starts another job; a request that is repeated within it does not. */
async function startJob(asked) {
  const { project, prompt } = asked;
  const asking = [env.GITHUB_REPOSITORY, env.GITHUB_RUN_ID, env.GITHUB_RUN_ATTEMPT, env.GITHUB_JOB, project, prompt];
  const key = createHash('sha256').update(JSON.stringify(asking)).digest('hex');
  return await ask(asked, `/v2/agent/${encodeURIComponent(project)}/job`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ prompt }),
  });
}

async function waitForJob(asked, id) {
  const path = `/v2/agent/${encodeURIComponent(asked.project)}/job/${id}`;
  const until = Date.now() + asked.minutes * 60_000;
  for (let seconds = 1; ; seconds = Math.min(seconds * 1.5, 15)) {
    const job = await ask(asked, path);
    if (job.status !== 'active') return job;
    if (Date.now() >= until) throw new Error(`The job is still at work after ${asked.minutes} minutes: ${job.page}`);
    await setTimeout(Math.min(seconds * 1_000, Math.max(0, until - Date.now())));
  }
}

/** What may pass is tried again: a server that restarts, or has too much to do. */
async function ask({ url, key }, path, init = {}) {
  for (let attempt = 1; ; attempt += 1) {
    const reply = await fetch(`${url}${path}`, {
      ...init,
      headers: { ...init.headers, authorization: `Bearer ${key}` },
      redirect: 'error',
      signal: AbortSignal.timeout(60_000),
    }).catch((error) => error);
    const isAway = reply instanceof Error;
    if (!isAway && reply.ok) return await reply.json();
    const mayPass = isAway || [409, 429, 503].includes(reply.status);
    if (!mayPass || attempt >= 5)
      throw new Error(isAway ? `The server does not answer: ${reasonOf(reply)}` : await told(reply));
    const seconds = Number((!isAway && reply.headers.get('retry-after')) || attempt);
    if (seconds > 120) throw new Error(await told(reply));
    await setTimeout(seconds * 1_000);
  }
}

function reasonOf(error) {
  return error.cause instanceof Error ? error.cause.message : error.message;
}

async function told(reply) {
  const text = await reply.text();
  try {
    const { code, detail } = JSON.parse(text);
    return `${code}: ${detail}`;
  } catch {
    return `The server answered ${reply.status}.`;
  }
}

/** Values of one line: what a model says is in none of them. */
function output(values) {
  const lines = Object.entries(values).map(([name, value]) => `${name}=${String(value).replaceAll(/[\r\n]/g, ' ')}\n`);
  if (env.GITHUB_OUTPUT) appendFileSync(env.GITHUB_OUTPUT, lines.join(''));
}

function summarise(job) {
  const text = `${sentenceOf(job)}\n`;
  console.log(text);
  if (env.GITHUB_STEP_SUMMARY) appendFileSync(env.GITHUB_STEP_SUMMARY, text);
}

function sentenceOf({ status, page, prLink, outcome }) {
  const result = prLink === null ? `without a change (${outcome?.kind ?? status})` : `with a pull request: ${prLink}`;
  return `[Copydesk job](${page}) is ${status}, ${result}`;
}

/** On the pull request that the workflow runs for; elsewhere there is nowhere to comment. */
async function comment({ token }, job) {
  const event = env.GITHUB_EVENT_PATH ? JSON.parse(readFileSync(env.GITHUB_EVENT_PATH, 'utf8')) : {};
  const number = event.pull_request?.number ?? event.issue?.number;
  if (number === undefined) return console.log('Nothing to comment on: the workflow runs for no pull request.');
  const address = `${env.GITHUB_API_URL ?? 'https://api.github.com'}/repos/${env.GITHUB_REPOSITORY}/issues/${number}/comments`;
  const reply = await fetch(address, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/vnd.github+json',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ body: sentenceOf(job) }),
  });
  if (!reply.ok)
    console.log(
      `::warning::The comment was refused with ${reply.status}: give "github-token" and pull-requests: write.`,
    );
}

/** As a command of the runner, in which line ends would begin another. */
function complain(text) {
  console.log(`::error::${text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')}`);
}
