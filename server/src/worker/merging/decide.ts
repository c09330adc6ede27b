import type { MergePolicy } from '@copydesk/contract';
import type { ReadChecks } from '../hosts/checks-verdict.ts';
import type { SmallChange } from '../../docs/engine.ts';

/** Everything that decides whether a pull request is merged without a person. None of it is what a model says. */
export interface MergeFacts {
  now: Date;
  policy: MergePolicy;
  /** The state of the job, and whether somebody has written to it since. */
  job: { status: string; isAsked: boolean };
  /** When the job has delivered the commit that is judged. */
  deliveredAt: Date;
  pullRequest: PullRequestFacts;
  /** Undefined where it was not read, because something else decides. */
  change: ChangeFacts | undefined;
  checks: ReadChecks;
}

/** What the code host says of the pull request. */
export interface PullRequestFacts {
  /** Whether its last commit is the one that the job has delivered. */
  isOwnHead: boolean;
  /** Whether it goes into the branch that the job was made for. */
  isOwnBase: boolean;
  isDraft: boolean;
  labels: readonly string[];
  isMergeable: boolean | undefined;
  changesRequestedBy: readonly string[];
  openThreads: number;
  lastCommentAt: Date | undefined;
  /** Why only a person may merge here, whatever the change is. */
  isForPeople: string | undefined;
}

/** What git and the docs' checks say of the change, as it would be after the merge. */
export interface ChangeFacts {
  recognised: SmallChange;
  /** All files that differ, by git's own comparison. */
  paths: readonly string[];
  changedLines: number;
  /** Commits of the branch that the job has not delivered. */
  foreignCommits: number;
  /** Files that conflict with the base branch. */
  conflicts: readonly string[];
  /** Problems that the docs would get, lost addresses among them. */
  problems: readonly string[];
  /** What the mandate of the project's jobs refuses. */
  refused: readonly string[];
}

export interface MergeVerdict {
  decision: 'merge' | 'waits' | 'person';
  /** In sentences. */
  reasons: string[];
  /** While it waits: when it may be merged at the earliest, if nothing else holds it up. */
  due: Date | null;
  /** When to judge again; null for never. */
  recheckAfter: Date | null;
}

/** The label that keeps a pull request from being merged. */
export const holdLabel = 'copydesk:hold';

const hour = 3_600_000;
const minute = 60_000;

/** How long until something that holds a merge up is looked at again: a host is asked twice an hour at most. */
const recheckMilliseconds = 30 * minute;
/** A host works out in the background whether it can merge, within seconds. */
const recheckSoonMilliseconds = 2 * minute;

/** Decides about one pull request. Whatever is not known for certain is for a person, or waits. */
export function decideMerge(facts: MergeFacts): MergeVerdict {
  const forPeople = reasonsForPeople(facts);
  if (forPeople.length > 0) return { decision: 'person', reasons: forPeople, due: null, recheckAfter: null };
  const { now } = facts;
  const due = dueOf(facts);
  const held = reasonsToHold(facts);
  if (due.getTime() > now.getTime()) {
    const left = `It is left alone until ${due.toISOString()}: ${facts.policy.quarantineHours} hours after ${lastTouch(facts)}.`;
    return { decision: 'waits', reasons: [left, ...held], due, recheckAfter: due };
  }
  const waits = [...held, ...reasonsToWait(facts)];
  if (waits.length === 0) return { decision: 'merge', reasons: reasonsToMerge(facts), due: null, recheckAfter: null };
  const isSoon = waits.length === 1 && facts.pullRequest.isMergeable === undefined;
  return {
    decision: 'waits',
    reasons: waits,
    due: null,
    recheckAfter: new Date(now.getTime() + (isSoon ? recheckSoonMilliseconds : recheckMilliseconds)),
  };
}

/** What no time and no check changes for this commit. */
function reasonsForPeople({ policy, job, pullRequest, change }: MergeFacts): string[] {
  const { isForPeople, isOwnHead, isOwnBase } = pullRequest;
  const ofPlace = [
    ...(isForPeople === undefined ? [] : [isForPeople]),
    ...(job.status === 'failed' || job.status === 'archived' ? [`The job is ${job.status}.`] : []),
    ...(isOwnHead ? [] : ['Its last commit is not the one that the job has delivered.']),
    ...(isOwnBase ? [] : ['It goes into another branch than the one that the job was made for.']),
  ];
  return change === undefined ? ofPlace : [...ofPlace, ...reasonsOfChange(policy, change)];
}

/** How many reasons of one sort are named. */
const mostNamed = 5;

function reasonsOfChange(policy: MergePolicy, change: ChangeFacts): string[] {
  const { recognised, paths, changedLines, foreignCommits, problems, refused } = change;
  const known = new Map(recognised.files.map((file) => [file.path, file]));
  const strange = paths.flatMap((path) => {
    const file = known.get(path);
    if (file === undefined) return [`${path}: it was not recognised.`];
    if ('because' in file) return [`${path}: ${file.because}.`];
    if (file.kinds.length === 0) return [`${path}: nothing in it was recognised.`];
    const others = file.kinds.filter((kind) => !policy.kinds.includes(kind));
    return others.length === 0 ? [] : [`${path}: the policy is not for ${others.join(' and ')}.`];
  });
  const { maxFiles, maxChangedLines } = policy;
  return [
    ...(paths.length === 0 ? ['It changes nothing that is not there.'] : []),
    ...(foreignCommits > 0 ? [`Its branch has ${countInWords(foreignCommits, 'commit')} of somebody else.`] : []),
    ...(paths.length > maxFiles ? [`It changes ${paths.length} files, and the policy allows ${maxFiles}.`] : []),
    ...(changedLines > maxChangedLines
      ? [`It changes ${changedLines} lines, and the policy allows ${maxChangedLines}.`]
      : []),
    ...limitReasons(strange),
    ...limitReasons(refused),
    ...limitReasons(problems.map((problem) => `It would bring a problem: ${problem}`)),
  ];
}

function limitReasons(reasons: readonly string[]): string[] {
  const more = reasons.length - mostNamed;
  return more > 0 ? [...reasons.slice(0, mostNamed), `And ${more} more like these.`] : [...reasons];
}

function dueOf({ policy, ...facts }: MergeFacts): Date {
  return new Date(quietSince(facts).getTime() + policy.quarantineHours * hour);
}

type Quiet = Pick<MergeFacts, 'deliveredAt' | 'pullRequest'>;

function quietSince({ deliveredAt, pullRequest: { lastCommentAt } }: Quiet): Date {
  return lastCommentAt !== undefined && lastCommentAt > deliveredAt ? lastCommentAt : deliveredAt;
}

function lastTouch(facts: Quiet): string {
  return quietSince(facts) === facts.deliveredAt ? 'its last push' : 'the last comment of a person';
}

/** What people have done about it, and what only people or a new turn can undo. */
function reasonsToHold({ job, pullRequest, change }: MergeFacts): string[] {
  const { isDraft, labels, changesRequestedBy, openThreads, isMergeable } = pullRequest;
  const conflicts = change?.conflicts ?? [];
  return [
    ...(job.status === 'active' || job.isAsked ? ['The job is at work on it.'] : []),
    ...(isDraft ? ['It is a draft.'] : []),
    ...(labels.includes(holdLabel) ? [`It has the label ${holdLabel}.`] : []),
    ...(changesRequestedBy.length > 0
      ? [`Changes are requested by ${changesRequestedBy.slice(0, 3).join(', ')}.`]
      : []),
    ...(openThreads > 0 ? [`It has ${countInWords(openThreads, 'open thread')}.`] : []),
    ...(conflicts.length > 0 || isMergeable === false ? ['It conflicts with the branch that it goes into.'] : []),
  ];
}

function reasonsToWait({ policy, pullRequest, checks }: MergeFacts): string[] {
  const names = (state: string) => checks.checks.filter((check) => check.state === state).map(({ name }) => name);
  const [running, failed, passed] = [names('running'), names('failed'), names('passed')];
  return [
    ...(failed.length > 0 ? [`Checks have failed: ${list(failed)}.`] : []),
    ...(running.length > 0 ? [`Checks are running: ${list(running)}.`] : []),
    ...(checks.isWhole ? [] : ['It has more checks than Copydesk reads.']),
    ...(policy.requireChecks && passed.length === 0 ? ['No check has passed yet, and the policy wants one.'] : []),
    ...(pullRequest.isMergeable === undefined ? ['The code host is working out whether it can be merged.'] : []),
  ];
}

function reasonsToMerge(facts: MergeFacts): string[] {
  const { change, checks, now } = facts;
  const passed = checks.checks.filter(({ state }) => state === 'passed').map(({ name }) => name);
  const hours = Math.floor((now.getTime() - quietSince(facts).getTime()) / hour);
  return [
    `It changes nothing but ${list(change?.recognised.kinds ?? [])}: ${countInWords(change?.paths.length ?? 0, 'file')}, ` +
      `${countInWords(change?.changedLines ?? 0, 'line')}.`,
    'It brings no problem, and no address is lost.',
    passed.length === 0
      ? 'No checks are required.'
      : `${countInWords(passed.length, 'check')} passed: ${list(passed)}.`,
    `It was left alone for ${countInWords(hours, 'hour')} after ${lastTouch(facts)}.`,
  ];
}

function list(names: readonly string[]): string {
  const shown = names.slice(0, mostNamed).join(', ');
  return names.length > mostNamed ? `${shown} and ${names.length - mostNamed} more` : shown;
}

function countInWords(number: number, what: string): string {
  return `${number.toLocaleString('en')} ${what}${number === 1 ? '' : 's'}`;
}
