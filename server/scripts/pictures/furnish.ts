import { setTimeout } from 'node:timers/promises';
import { repairPromptPrefix } from '@copydesk/contract';
import { fileURLToPath } from 'node:url';
import type { OperatorServices } from '../../src/operator/operator.ts';
import type { Project } from '../../src/projects/project.ts';
import { sampleFeedback } from './feedback.ts';
import { sampleViews } from './views.ts';

/** A Copydesk with sample content. */
export interface Sample {
  url: string;
  projectId: string;
  /** A job that has changed something. */
  jobId: string;
  /** A job whose model did not understand it. */
  failedJobId: string;
  /** An automation that has run. */
  automationId: string;
  /** A link that signs the owner in, once. */
  signInLink: () => Promise<string>;
}

const notUnderstood = 'Make the quickstart friendlier and shorter';

const keyNames = [
  'ci',
  'ci of the handbook, on all branches',
  'laptop of Ada',
  'laptop of Grace',
  'nightly links',
  'publishing',
  'release notes',
  'search of the website',
  'editor plug-in',
];

const prompts = [
  'Rename "Lumen Cloud" to "Lumen Platform" and fix broken links',
  'List broken links',
  'Add missing descriptions',
  notUnderstood,
  'Normalise headings',
];

/** Creates three projects on the sample docs; the first has jobs, pull requests and readers. */
export async function furnishSample(url: string, services: OperatorServices): Promise<Sample> {
  const filesFrom = fileURLToPath(new URL('../../sample-site', import.meta.url));
  const projects: Project[] = [];
  for (const name of ['Lumen docs', 'Handbook', 'Status page']) {
    projects.push((await services.createProject({ name, filesFrom })).project);
  }
  const [docs] = projects;
  if (docs === undefined) throw new Error('There is no project to photograph.');
  const { token } = await services.createKey({
    name: 'website',
    scopes: ['ingest'],
    projectId: docs.id,
    expiresAt: null,
    allowedAddresses: [],
  });
  for (const name of keyNames) {
    const scopes = ['agent:read', 'agent:write'] as const;
    await services.createKey({ name, scopes: [...scopes], expiresAt: daysFromNow(60), allowedAddresses: [] });
  }
  const jobIds: string[] = [];
  for (const prompt of prompts) jobIds.push(await finishedJob(services, docs.id, prompt));
  for (const events of sampleViews(new Date())) await collect(`${url}/v1/collect/${docs.id}`, token, events);
  for (const one of sampleFeedback()) await collect(`${url}/v1/collect/${docs.id}/feedback`, token, one);
  const automationId = await sampleAutomations(services, docs.id);
  const owner = await services.createPerson({ name: 'Ada Lovelace' });
  return {
    url,
    projectId: docs.id,
    jobId: jobIds[0] ?? '',
    failedJobId: jobIds[prompts.indexOf(notUnderstood)] ?? '',
    automationId,
    signInLink: async () => (await services.createSignInLink(owner.id)).link,
  };
}

const scheduled = [
  'Fix broken links',
  'Fix broken anchors',
  'Add missing descriptions',
  'Add missing titles',
  'Normalise headings',
  'Sort the navigation',
  'Look for pages whose steps no longer fit the product, and correct them',
  'List broken links and anchors',
];

/** Creates automations of all lengths, and lets the first run. @returns its id. */
async function sampleAutomations({ automations }: OperatorServices, projectId: string): Promise<string> {
  const limits = {
    jobsPerDay: 3,
    usdPerMonth: 20,
    quietHours: { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' },
  };
  const { id } = await automations.create(projectId, {
    name: 'Repair what assistants did not find',
    prompt: `${repairPromptPrefix} call repair_not_found first, and add a redirect for each path that moved.`,
    trigger: { kind: 'not_found', cron: '0 6 * * 1', timeZone: 'Europe/Berlin', from: 'ai', minReaders: 2, days: 30 },
    limits,
    enabled: true,
  });
  await automations.create(projectId, {
    name: 'Bring the reference up to date with what was merged',
    prompt: 'Bring the docs up to date with this change of the product, and change nothing that it does not concern.',
    trigger: {
      kind: 'product_changed',
      repositories: [],
      paths: ['src/**'],
      needed: ['docs-needed'],
      never: [],
      ask: true,
    },
    enabled: true,
  });
  const schedule = { kind: 'schedule', cron: '@daily', timeZone: 'UTC' } as const;
  for (const prompt of scheduled) await automations.create(projectId, { name: prompt, prompt, trigger: schedule });
  await automations.run({ projectId, id });
  return id;
}

function daysFromNow(days: number): Date {
  return new Date(Date.now() + days * 86_400_000);
}

const mostTries = 600;

async function finishedJob(services: OperatorServices, projectId: string, prompt: string): Promise<string> {
  const { id } = await services.createJob({ projectId, prompt });
  for (let tries = 0; tries < mostTries; tries += 1) {
    if ((await services.readJob(projectId, id)).status !== 'active') return id;
    await setTimeout(100);
  }
  throw new Error(`The job "${prompt}" did not end.`);
}

async function collect(address: string, token: string, events: object): Promise<void> {
  const reply = await fetch(address, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(events),
  });
  if (!reply.ok) throw new Error(`${address} answered ${reply.status}: ${await reply.text()}`);
}
