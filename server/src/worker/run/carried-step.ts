import type { ModelDescription } from '../../agent/review/describe-answer.ts';
import { safeCode } from '../../code-hosts/safe-text.ts';
import type { CarriedJob } from '../../jobs/request/carried.ts';
import type { LeasedJob } from '../../jobs/claim/lease.ts';
import type { WorkerServices } from '../services.ts';
import type { DatabaseJournal } from './turn-journal.ts';
import type { PreparedTurn } from '../turn.ts';

/** How a carried change ended: the text about it, and whether the job asked for nothing else. */
export interface CarriedStep {
  text: string;
  /** Whether no message asked for more. Then no model is needed. */
  isAll: boolean;
}

/**
 * Takes the first step of a job that undoes or backports another one. No model takes it, because its files existed when
 * the turn began. An interrupted turn that already has this step continues after it.
 *
 * @returns undefined for any other job, and when a model has continued since.
 */
export async function takeCarriedStep(
  { turn, journal }: { turn: PreparedTurn; journal: DatabaseJournal },
  job: Pick<LeasedJob, 'base_ref'>,
  now: () => Date,
): Promise<CarriedStep | undefined> {
  const { carried } = turn;
  if (carried === undefined || !isCarrying(turn, journal)) return undefined;
  const text = closingOf(carried, job, turn.tree.changes().length);
  const unread = await journal.takeMessages();
  if (journal.nextStep() === 2) return { text, isAll: unread.length === 0 };
  const [first] = unread;
  const at = now();
  const nothing = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0 };
  await journal.record({
    messagesRead: first === undefined ? [] : [first.position],
    messages: [
      { role: 'user', content: first?.prompt ?? '' },
      { role: 'assistant', content: text },
    ],
    text,
    tools: [],
    usage: nothing,
    finishReason: 'stop',
    startedAt: at,
    finishedAt: at,
  });
  return { text, isAll: unread.length <= 1 };
}

/** Whether a turn has got no further than the change that its job carries. */
export function isCarrying({ carried }: PreparedTurn, journal: DatabaseJournal): boolean {
  return carried !== undefined && journal.nextStep() <= 2;
}

/** Whether the turn's change is only what was carried, with nothing added by a model. */
export function isCarriedAlone({ carried }: PreparedTurn, journal: DatabaseJournal): boolean {
  return carried !== undefined && journal.nextStep() === 2;
}

function closingOf({ kind, number }: CarriedJob, { base_ref: baseRef }: Pick<LeasedJob, 'base_ref'>, files: number) {
  if (files === 0) {
    return kind === 'undo'
      ? `Nothing of pull request #${number} is left on ${baseRef}: there is nothing to undo.`
      : `All of pull request #${number} is already on ${baseRef}.`;
  }
  const done =
    kind === 'undo'
      ? `Reverted what pull request #${number} changed on ${baseRef}`
      : `Made the change of pull request #${number} on ${baseRef}`;
  return `${done}: ${files === 1 ? '1 file' : `${files} files`}.`;
}

/** Describes a carried change for reviewers when no model does. */
export function describeCarried(
  { kind, title, number }: CarriedJob,
  { base_ref: baseRef }: Pick<LeasedJob, 'base_ref'>,
): ModelDescription {
  const what = `pull request #${number}`;
  return kind === 'undo'
    ? {
        title: `Revert "${title}"`,
        commitBody: `Reverts ${what}. Later edits on the same pages are kept.`,
        description: '',
      }
    : {
        title: `${title} (for ${baseRef})`,
        commitBody: `Makes the change of ${what} on ${baseRef}.`,
        description: '',
      };
}

/** Names the carried change in a paragraph of the pull request, as safe Markdown. */
export function formatCarried(
  { kind, of, link }: CarriedJob,
  projectId: string,
  services: Pick<WorkerServices, 'jobUrl'>,
): string {
  const url = URL.parse(link);
  const shown = url !== null && /^https?:$/.test(url.protocol) ? `<${url.href}>` : safeCode(link);
  const done = kind === 'undo' ? 'Undoes' : 'Backports';
  const jobUrl = services.jobUrl({ projectId, id: of });
  const job = `[\`${of}\`](${jobUrl})`;
  return `${done} ${shown}, which the job ${job} has made.`;
}
