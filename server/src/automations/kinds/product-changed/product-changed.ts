import type { ProductChangedTrigger } from '@copydesk/contract';
import { z } from 'zod';
import type { ProductChange } from '../../ports.ts';
import type { Finding, Kind, CheckedProject, Material, CheckInput, Work } from '../kind.ts';
import { judge } from './judge.ts';
import { questionOn, readAnswer } from './question.ts';

const minute = 60_000;

/** How often repositories are polled when no webhook reports changes. */
const pollMinutes = 15;

/** How many changes of a repository one check decides about; the next one continues. */
const mostChanges = 10;

/** The commits up to which changes were decided, by repository. */
const State = z.object({ heads: z.record(z.string(), z.string()) }).catch({ heads: {} });

/** A change with its decision. */
interface Judged {
  change: ProductChange;
  isTaken: boolean;
  why: string;
}

/**
 * Handles new changes on the branches of context repositories: decides by labels, paths and a cheap question to a
 * model.
 */
export function productChanged(trigger: ProductChangedTrigger): Kind {
  return {
    fault: () => undefined,
    asksModel: true,
    firstAt: (now) => now,
    nextAt: (after) => new Date(after.getTime() + pollMinutes * minute),
    check: async (input, of) => await checkRepositories(trigger, input, of),
    simulate: async (within, of) => await simulate(trigger, within, of),
  };
}

async function checkRepositories(
  trigger: ProductChangedTrigger,
  input: CheckInput,
  of: CheckedProject,
): Promise<Finding> {
  const { services, project } = of;
  const { heads } = State.parse(input.state);
  const names = await namesOf(trigger, of);
  const [after, judged, notes]: [Record<string, string>, Judged[], string[]] = [{}, [], []];
  const spent: (number | null)[] = [];
  let hasMore = false;
  for (const repository of names) {
    const since = heads[repository] ?? null;
    const read = await services.sources.changes(project, { repository, since, most: mostChanges });
    if (read.head === null) continue;
    after[repository] = read.head;
    hasMore ||= read.hasMore;
    notes.push(...notesOn(repository, since, { head: read.head, isGap: read.isGap }));
    for (const change of read.changes) {
      const { judged: one, costUsd } = await judgeByModel(trigger, change, of);
      judged.push(one);
      if (costUsd !== undefined) spent.push(costUsd);
    }
  }
  const decisions = [...notes, ...judged.map(describe)].join(' ');
  const why =
    decisions === ''
      ? `Nothing new is in ${names.join(', ') || 'a context repository: the project has none'}.`
      : decisions;
  const taken = judged.filter(({ isTaken }) => isTaken);
  return {
    work: taken.length === 0 ? [] : [{ ...workOf(taken, taken.map(describe).join(' ')), listedWhy: why }],
    why,
    state: () => ({ heads: { ...heads, ...after } }),
    ...(spent.length > 0 && { costUsd: sumOf(spent) }),
    isSilent: decisions === '' && input.begunBy !== 'hand',
    ...(hasMore && { nextAt: input.at }),
  };
}

/** Says where watching a repository begins, if no earlier commit is known. */
function notesOn(
  repository: string,
  since: string | null,
  { head, isGap }: { head: string; isGap: boolean },
): string[] {
  const from = head.slice(0, 10);
  if (since === null) return [`It watches ${repository} from the commit ${from} on.`];
  return isGap ? [`The history of ${repository} was rewritten; it watches from ${from} on.`] : [];
}

/** Returns null when one of the amounts is not known. */
function sumOf(spent: readonly (number | null)[]): number | null {
  return spent.reduce<number | null>((sum, one) => (sum === null || one === null ? null : sum + one), 0);
}

async function namesOf(
  { repositories }: ProductChangedTrigger,
  { services, project }: CheckedProject,
): Promise<string[]> {
  const there = await services.sources.contextRepositories(project);
  return repositories.length === 0 ? there : repositories.filter((name) => there.includes(name));
}

async function judgeByModel(
  trigger: ProductChangedTrigger,
  change: ProductChange,
  { services, project }: CheckedProject,
): Promise<{ judged: Judged; costUsd?: number | null }> {
  const { verdict, why } = judge(trigger, change);
  if (verdict !== 'ask') return { judged: { change, isTaken: verdict === 'take', why } };
  const answered = await services.sources.ask(project, questionOn(change));
  if (answered === undefined) return { judged: { change, isTaken: false, why: nobodyToAsk } };
  const { concerns, reason } = readAnswer(answered.text);
  const reply = `the model says ${concerns ? 'yes' : 'no'}${reason === '' ? '' : `: ${reason}`}`;
  return { judged: { change, isTaken: concerns, why: reply }, costUsd: answered.costUsd };
}

const nobodyToAsk =
  'the project has no model that could be asked: set one, give the change a label that says that docs are needed, or switch "ask" off';

function describe({ change: { commit, title, number }, isTaken, why }: Judged): string {
  const name = number === null ? commit.slice(0, 10) : `#${number}`;
  const reason = why.replace(/[.\s]+$/, '');
  return `${name} “${title.slice(0, 120)}”: ${isTaken ? 'taken' : 'left'}, ${reason}.`;
}

function workOf(taken: readonly Judged[], why: string): Work {
  return {
    lane: '',
    why: why.slice(0, mostWhy).toWellFormed(),
    links: taken.flatMap(({ change }) => change.link ?? []),
    material: taken.map(({ change }) => materialOf(change)),
  };
}

const mostWhy = 2_000;

function materialOf({ repository, commit, title, body, files, patch, link }: ProductChange): Material {
  const text = [
    `${title}${link === null ? '' : ` (${link})`}`,
    `Commit ${commit} of the context repository ${repository}`,
    body,
    `Files:\n${files.slice(0, 100).join('\n')}`,
    patch,
  ];
  return { title: 'A change of the product', text: text.filter((one) => one !== '').join('\n\n') };
}

/** Neither labels nor a model are requested: a change about which the model would be asked counts as taken. */
async function simulate(
  trigger: ProductChangedTrigger,
  { from, to }: { from: Date; to: Date },
  of: CheckedProject,
): ReturnType<Kind['simulate']> {
  const checks = [];
  const cut: string[] = [];
  let asked = 0;
  for (const repository of await namesOf(trigger, of)) {
    const { changes, isCut } = await of.services.sources.changesWithin(of.project, { repository, from, to });
    if (isCut) cut.push(`${repository} had more changes: only the last ${changes.length} were looked at.`);
    for (const change of changes) {
      const { verdict, why } = judge(trigger, change);
      if (verdict === 'ask') asked += 1;
      const reason = verdict === 'ask' ? 'the model would have been asked' : why;
      const decision = describe({ change, isTaken: verdict !== 'leave', why: reason });
      checks.push({ at: change.at, works: verdict === 'leave' ? 0 : 1, why: decision });
    }
  }
  const notes = ['Labels of pull requests were not asked for.', ...cut];
  if (asked > 0)
    notes.push(`The model was not asked about ${asked} changes: each counts as a job here, and most will be none.`);
  return { checks: checks.toSorted((one, other) => one.at.getTime() - other.at.getTime()), notes };
}
