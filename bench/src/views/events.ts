import { randomNumbers } from '../support/random.ts';
import { randomId, timeOrderedId } from './ids.ts';
import { agents, bots, people } from './readers.ts';
import type { MadeReader } from './readers.ts';
import { zipf } from './zipf.ts';

/** The events to generate. */
export interface EventPlan {
  seed: number;
  projects: number;
  pagesPerProject: number;
  /** Of all projects together. */
  events: number;
  /** Milliseconds since 1970. The events of each project are spread evenly between the two. */
  from: number;
  to: number;
  /** `time`: as a site sends them, with ids ordered by time; `chance`: random ids at random times. */
  order: 'time' | 'chance';
  /** `zipf`: a few pages often and most rarely; `each once`: every page of the project in turn. */
  pages: 'zipf' | 'each once';
}

/** Batches of events as JSON bodies, for one project after the other. */
export interface Batch {
  /** From 0. */
  project: number;
  body: string;
  events: number;
}

/** Shares of all events. The rest are people. */
const shareOfAgents = 0.3;
const shareOfBots = 0.1;
const shareOfLate = 0.01;
const latestMilliseconds = 3 * 86_400_000;

/**
 * Generates events. The text is put together from prepared parts, since it shares the machine with what is measured.
 */
export function* generateBatches(plan: EventPlan, batchSize: number): Generator<Batch, void> {
  const draw = drawEvents(plan);
  const perProject = Math.ceil(plan.events / plan.projects);
  for (let begun = 0; begun < perProject; begun += batchSize) {
    const size = Math.min(batchSize, perProject - begun);
    for (let project = 0; project < plan.projects; project += 1) {
      const events = Array.from({ length: size }, (_, place) => draw((begun + place) / perProject));
      yield { project, body: `[${events.join(',')}]`, events: size };
    }
  }
}

/** Returns one event as JSON. `progress` from 0 to 1 is its place between the first and the last. */
function drawEvents(plan: EventPlan): (progress: number) => string {
  const random = randomNumbers(plan.seed);
  const page = plan.pages === 'zipf' ? zipf(plan.pagesPerProject, random) : takeTurns(plan.pagesPerProject);
  const readers = drawReaders(random);
  return (progress) => {
    const inOrder = plan.order === 'time';
    const late = inOrder && random() < shareOfLate ? random() * latestMilliseconds : 0;
    const place = inOrder ? progress : random();
    const at = Math.floor(Math.max(plan.from, plan.from + place * (plan.to - plan.from) - late));
    const id = inOrder ? timeOrderedId(at, random) : randomId(random);
    return `{"id":"${id}","url":"https://docs.example.com${pagePath(page())}","timestamp":${at},"status":200,${readers()}}`;
  };
}

/** Returns the path of a page by its number, which is also its rank. */
export function pagePath(number: number): string {
  return `/docs/section-${number % 97}/page-${number}`;
}

function takeTurns(count: number): () => number {
  let next = 0;
  return () => next++ % count;
}

/** The number of visitors with different addresses, who use some thousand browsers. */
const visitors = 200_000;

function drawReaders(random: () => number): () => string {
  const [ofPeople, ofAgents, ofBots] = [people(2_000), agents, bots].map((list) => list.map(readerJson));
  const referrers = [
    'https://www.google.com/',
    'https://chatgpt.com/',
    'https://github.com/',
    'https://duckduckgo.com/',
  ];
  return () => {
    const dice = random();
    const number = Math.floor(random() * visitors);
    if (dice < shareOfAgents) return withAddress(pick(ofAgents, number), number % 5_000);
    if (dice < shareOfAgents + shareOfBots) return withAddress(pick(ofBots, number), number % 1_000);
    const referrer = random() < 0.3 ? `,"referrer":"${pick(referrers, number)}"` : '';
    return `${withAddress(pick(ofPeople, number), number)}${referrer}`;
  };
}

function readerJson({ userAgent, headers }: MadeReader): string {
  return `"userAgent":${JSON.stringify(userAgent)},"headers":${JSON.stringify(headers)}`;
}

function withAddress(reader: string, number: number): string {
  return `${reader},"ip":"10.${number >>> 16}.${(number >>> 8) & 255}.${number & 255}"`;
}

function pick(list: readonly string[] = [], number: number): string {
  return list[number % list.length] ?? '';
}
