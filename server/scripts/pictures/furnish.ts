import { setTimeout } from 'node:timers/promises';
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
  /** A link that signs the owner in, once. */
  signInLink: () => Promise<string>;
}

const prompts = [
  'Rename "Lumen Cloud" to "Lumen Platform" and fix broken links',
  'List broken links',
  'Add missing descriptions',
  'Make the quickstart friendlier and shorter',
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
  await services.createKey({
    name: 'ci',
    scopes: ['agent:read', 'agent:write'],
    expiresAt: daysFromNow(60),
    allowedAddresses: [],
  });
  const jobIds: string[] = [];
  for (const prompt of prompts) jobIds.push(await finishedJob(services, docs.id, prompt));
  for (const events of sampleViews(new Date())) await collect(`${url}/v1/collect/${docs.id}`, token, events);
  for (const one of sampleFeedback()) await collect(`${url}/v1/collect/${docs.id}/feedback`, token, one);
  const owner = await services.createPerson({ name: 'Ada Lovelace' });
  return {
    url,
    projectId: docs.id,
    jobId: jobIds[0] ?? '',
    signInLink: async () => (await services.createSignInLink(owner.id)).link,
  };
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
