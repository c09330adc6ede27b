import { Automation, AutomationRunList, CreatedTrigger, SetConnection } from '@copydesk/contract';
import type { AutomationRequest } from '@copydesk/contract';
import { setTimeout } from 'node:timers/promises';
import type { z } from 'zod';
import { writePrompt } from '../hosts/prompts.ts';
import type { Product } from '../product.ts';
import type { World } from '../world.ts';
import type { AutomationStory } from './automations.ts';
import { sendUntilAnswered } from './requests.ts';
import type { Sender } from './requests.ts';

/** What people need to cause events. */
export interface Sources {
  /** The project that has the automations. */
  project: string;
  /** The secret of the webhooks of its code host. */
  webhookSecret: string;
  /** The trigger whose requests an automation takes. */
  trigger: { id: string; secret: string };
}

/** The name of the product's repository. */
export const productRepository = 'product';

/** So many that a run does not reach it. */
const many = 200;

/**
 * Gives the first project four automations: on a schedule, on changes of the product and of the docs themselves, on
 * requests to a trigger, and on what readers report. The schedule has the shortest interval that is allowed, and a limit
 * that a run reaches.
 */
export async function makeAutomations(
  world: World,
  product: Pick<Product, 'token' | 'projects' | 'addContext'>,
  sender: Sender,
): Promise<Sources> {
  const [project = ''] = product.projects;
  const docs = world.repositoryOf.get(project) ?? '';
  await world.repositories.create(productRepository);
  for (const name of [productRepository, docs]) {
    await product.addContext({ project, name, repository: world.gitHost.productUrlOf(name) });
  }
  const send = caller(product.token, sender);
  const created = CreatedTrigger.parse(
    await send('POST', `/v1/projects/${project}/triggers`, { name: 'Form', prompt: 'Not used.', perHour: 1_000 }),
  );
  const { webhookSecret } = SetConnection.parse(
    await send('POST', `/v1/projects/${project}/connection/webhook-secret`),
  );
  const make = async (name: string, trigger: z.input<typeof AutomationRequest>['trigger'], jobsPerDay: number) => {
    const key = `k10000${world.automations.stories.length + 1}`;
    const prompt = writePrompt({ key, message: 0, edits: 1 });
    const body = { name, trigger, prompt, limits: { jobsPerDay } };
    const { id } = Automation.parse(await send('POST', `/v1/automations/${project}`, body));
    const story: AutomationStory = { id, key, kind: trigger.kind, project, prompt, jobsPerDay, events: [] };
    world.automations.stories.push(story);
    world.ledger.begin(key, project);
    return story;
  };
  await make('Quarter', { kind: 'schedule', cron: '*/15 * * * *' }, 2);
  await make('Form', { kind: 'inbound', triggerId: created.id }, many);
  await make('Readers', { kind: 'feedback', cron: '*/15 * * * *', minReports: 1, pages: 20 }, many);
  const changes = await make('Product', { kind: 'product_changed', paths: ['src/**', 'docs/**'], ask: false }, many);
  await untilWatching(send, changes);
  world.automations.watches(changes, [productRepository, docs]);
  return { project, webhookSecret: webhookSecret ?? '', trigger: { id: created.id, secret: created.secret } };
}

type Send = (method: string, path: string, body?: object) => Promise<unknown>;

function caller(token: string, sender: Sender): Send {
  const headers = { authorization: `Bearer ${token}` };
  return async (method, path, body) => {
    const answer = await sendUntilAnswered(sender, { method, path, headers, body });
    if (answer !== undefined && answer.status < 300) return answer.body;
    throw new Error(`${method} ${path} was refused: ${JSON.stringify(answer)}`);
  };
}

/** Its first check decides from which commits on it watches. */
async function untilWatching(send: Send, { project, id }: AutomationStory): Promise<void> {
  for (let check = 0; check < mostChecks; check += 1) {
    const { runs } = AutomationRunList.parse(await send('GET', `/v1/automations/${project}/${id}/runs`));
    if (runs.some(({ decision }) => decision === 'nothing')) return;
    await setTimeout(250);
  }
  throw new Error('No worker has looked at the repositories of an automation.');
}

/** Ten minutes: a worker starts, and a failed check is repeated. */
const mostChecks = 2_400;
