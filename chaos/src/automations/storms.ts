import { setTimeout } from 'node:timers/promises';
import { productRepository } from './make.ts';
import type { Sources } from './make.ts';
import type { World } from '../world.ts';
import type { AutomationStory } from './automations.ts';
import { endOf, pushOf, sendHostWebhook } from './host-webhook.ts';
import { sendReports } from './reports.ts';
import { sendUntilAnswered } from './requests.ts';
import type { Sender } from './requests.ts';
import { sendSomeTwice } from './send-some-twice.ts';
import { checkSeconds, letSchedulesCome, letTimePass } from './time.ts';
import { checkAutomationsNow } from '../watch/automations-settled.ts';
import { readJobsOf } from '../watch/automation-facts.ts';

export interface StormOptions {
  world: World;
  sources: Sources;
  sender: Sender;
  token: string;
}

/** Causes the events of automations. */
export interface Storms {
  /** Causes no more. Resolves when those under way were answered. */
  finish: () => Promise<void>;
}

/** Pull requests end more often than storms come: after each end another job begins. */
const kinds = [
  'requests',
  'request twice',
  'reports',
  'report twice',
  'pushes',
  'push',
  'schedule',
  'schedule',
  'by hand',
  'end',
  'end',
] as const;

/** A storm: so many events come at once. */
const atOnce = 20;

/** Causes storms and single events one after another, each kind at least once in the beginning. */
export function startStorms(options: StormOptions): Storms {
  const ending = new AbortController();
  const { signal } = ending;
  const { chance } = options.sender;
  const loop = (async () => {
    const deck: (typeof kinds)[number][] = [];
    while (!signal.aborted) {
      if (deck.length === 0) deck.push(...chance.shuffle(kinds));
      await cause(options, deck.pop() ?? 'push');
      await passTime(options, chance.happens(0.3));
      await checkAutomationsNow(options.world);
      await setTimeout(chance.integer(1_500, 5_000), undefined, { signal }).catch(() => undefined);
    }
  })();
  return {
    async finish() {
      ending.abort();
      await loop;
    },
  };
}

async function passTime({ world: { observer, patience } }: StormOptions, polls: boolean): Promise<void> {
  await observer.read((db) => letTimePass(db, { heldSeconds: checkSeconds * patience.factor(), polls }));
}

async function cause(options: StormOptions, kind: (typeof kinds)[number]): Promise<void> {
  const { world, sender } = options;
  world.history.note(undefined, `automations: ${kind}`);
  if (kind === 'requests') await request(options, atOnce);
  if (kind === 'request twice') await request(options, 1);
  if (kind === 'reports') await report(options, atOnce);
  if (kind === 'report twice') await report(options, 1);
  if (kind === 'pushes') await push(options, atOnce);
  if (kind === 'push') await push(options, 1);
  if (kind === 'schedule') await world.observer.read(letSchedulesCome);
  if (kind === 'by hand') await runByHand(options, sender.chance.pick(world.automations.stories));
  if (kind === 'end') await endOne(options);
}

/** Sends requests to the trigger, all at once, and half of them twice with one delivery id. */
async function request({ world, sources, sender }: StormOptions, count: number): Promise<void> {
  const story = world.automations.stories.find(({ kind }) => kind === 'inbound');
  if (story === undefined) return;
  const path = `/v1/triggers/${sources.trigger.id}`;
  await sendSomeTwice(story, newNames(world, count), async (name) => {
    const headers = { authorization: `Bearer ${sources.trigger.secret}`, 'idempotency-key': name };
    // A sender puts the time of each attempt into the body.
    const body = { report: name, at: world.now() };
    return await sendUntilAnswered(sender, { method: 'POST', path, headers, body });
  });
}

/** Lets readers report something about pages of the docs. */
async function report({ world, sender, token }: StormOptions, count: number): Promise<void> {
  const story = world.automations.stories.find(({ kind }) => kind === 'feedback');
  if (story !== undefined) await sendReports({ sender, token }, story, newNames(world, count));
}

/** Returns texts that identify events, each of which ends in a way that no other begins with. */
function newNames({ automations }: World, count: number): string[] {
  const before = automations.sent;
  automations.sent += count;
  return Array.from({ length: count }, (_, index) => `event-${String(before + index).padStart(6, '0')}.`);
}

/** Pushes commits to the product, a quarter of them where nothing counts. Webhooks report half of them, twice each. */
async function push({ world, sources, sender }: StormOptions, count: number): Promise<void> {
  const { chance } = sender;
  const { repositories, automations } = world;
  const reported: string[] = [];
  for (let index = 0; index < count; index += 1) {
    automations.sent += 1;
    const folder = chance.happens(0.25) ? 'tests' : 'src';
    const file = { path: `${folder}/change-${automations.sent}.txt`, text: `${automations.sent}\n` };
    const commit = await repositories.push(productRepository, 'main', file);
    if (commit === undefined) continue;
    automations.sawCommit(productRepository, commit, false);
    if (chance.happens(0.5)) reported.push(commit, commit);
  }
  await Promise.all(reported.map((commit) => sendHostWebhook(sender, sources, pushOf(productRepository, commit))));
}

async function runByHand({ token, sender }: StormOptions, { project, id }: AutomationStory): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  await sendUntilAnswered(sender, { method: 'POST', path: `/v1/automations/${project}/${id}/run`, headers });
}

/** Merges or closes a pull request of an automation, and reports it by webhook. */
async function endOne({ world, sources, sender }: StormOptions): Promise<void> {
  const { codeHost, observer, automations, repositories } = world;
  const jobs = (await observer.read((db) => readJobsOf(db))) ?? [];
  const open = codeHost.pullRequests.filter(
    ({ state, job }) => state === 'open' && jobs.some((one) => one.job === job),
  );
  if (open.length === 0) return;
  const { number, headRef, job } = sender.chance.pick(open);
  const how = sender.chance.happens(0.7) ? 'merged' : 'closed';
  const docs = world.repositoryOf.get(sources.project) ?? '';
  automations.ended.add(job);
  if (how === 'merged') {
    const commit = await repositories.merge(docs, headRef);
    if (commit === undefined) return;
    automations.sawCommit(docs, commit, true);
    await sendHostWebhook(sender, sources, pushOf(docs, commit));
  }
  if (!codeHost.end(number, how)) return;
  world.history.note(job, `a person ${how} pull request ${number} of an automation`);
  await sendHostWebhook(sender, sources, endOf(`chaos/${docs}`, number, how));
}
