import type { ModelMessage } from 'ai';
import type { StepRecord, TurnJournal } from '../../agent/turn.ts';
import { readUnread } from '../../jobs/run/journal.ts';
import type { StepEntry, UnreadMessage } from '../../jobs/run/journal.ts';
import { recordStep } from '../../jobs/run/record-step.ts';
import type { Masking } from '../../leaks/masking.ts';
import type { Database } from '../../postgres/database.ts';
import type { FileChange, GitTree } from '../../workspace/workspace.ts';
import type { OnFaultPoint } from '../fault-points.ts';
import type { Hold } from '../claim/hold.ts';
import { maskedStep } from '../masking/masked-strings.ts';
import { whileHeld } from '../claim/while-held.ts';

/** The journal that the agent's loop writes to, and what the worker reads from it when the loop ends. */
export interface DatabaseJournal extends TurnJournal {
  /** Every message of the conversation so far. */
  history: () => ModelMessage[];
  /** How many messages the turn has taken or read, over the whole job; undefined before it has read any. */
  messagesKnown: () => number | undefined;
  /** Returns the number of the next step. */
  nextStep: () => number;
  /** Returns the entry for a model that gave up: the messages it was given, and its refusal as its answer. */
  refusal: (detail: string, at: Date) => StepEntry | undefined;
}

/**
 * Stores each step of a turn, with what changed in the tree since the step before. Texts are stored without the secrets
 * in them, but files unchanged, because a resumed turn builds its tree from them.
 */
export function openJournal(options: {
  db: Database;
  hold: Hold;
  turn: number;
  tree: GitTree;
  /** What the journal already contains. */
  steps: { number: number; messages: unknown }[];
  messagesRead: number;
  /** Without it, nothing is hidden. */
  mask?: Masking;
  onFaultPoint?: OnFaultPoint;
}): DatabaseJournal {
  const { db, hold, tree, turn } = options;
  const { lease } = hold;
  const history = options.steps.flatMap((step) => parseMessages(step.messages));
  let number = options.steps.at(-1)?.number ?? 0;
  let stored = { files: changesByPath(tree.changes()), tree: tree.id() };
  let taken: UnreadMessage[] = [];
  let known: number | undefined;
  /** Returned with the last step, and read from the database otherwise. */
  let unread: UnreadMessage[] | undefined;

  return {
    history: () => history,
    messagesKnown: () => known,
    nextStep: () => number + 1,
    async takeMessages() {
      taken = unread ?? (await whileHeld(hold, () => readUnread(db, lease.jobId)));
      unread = undefined;
      const last = taken.at(-1);
      known = last === undefined ? (known ?? options.messagesRead) : last.position + 1;
      return taken;
    },
    async record(step) {
      const current = { files: changesByPath(tree.changes()), tree: tree.id() };
      const files = difference(stored.files, current.files);
      await options.onFaultPoint?.('before-step', lease.jobId);
      const entry = entryOf(step, { number: number + 1, turn, files, tree: current.tree });
      const whole = await maskedStep(entry, options.mask);
      const recorded = await whileHeld(hold, () => recordStep(db, lease, whole));
      // Another step follows at once. A turn that ends reads again, for messages that came meanwhile.
      unread = step.tools.length > 0 ? recorded : undefined;
      await options.onFaultPoint?.('step-stored', lease.jobId);
      number += 1;
      stored = current;
      taken = [];
      history.push(...step.messages);
    },
    refusal(detail, at) {
      if (taken.length === 0) return undefined;
      // The tree may contain edits of a step that could not be stored. A resumed turn would not find them.
      const unchanged = { files: { changed: [], undone: [] }, tree: stored.tree };
      return entryOf(refusedStep(taken, detail, at), { number: number + 1, turn, ...unchanged });
    },
  };
}

/** Returns what the journal stores of a step. */
function entryOf(
  { helperCalls = [], ...step }: StepRecord,
  { number, turn, files, tree }: Pick<StepEntry, 'number' | 'turn' | 'files' | 'tree'>,
): StepEntry {
  return {
    number,
    turn,
    messagesRead: step.messagesRead,
    messages: step.messages,
    tree,
    files,
    finishReason: step.finishReason,
    startedAt: step.startedAt,
    finishedAt: step.finishedAt,
    event: {
      text: step.text,
      tools: step.tools,
      changedFiles: [...files.changed.map((file) => file.path), ...files.undone].sort(),
      usage: step.usage,
      ...(helperCalls.length > 0 && { helperCalls }),
    },
    shortened: step.shortened,
  };
}

/** Returns the step of a model that gave up on the messages that it was given. */
function refusedStep(taken: readonly UnreadMessage[], detail: string, at: Date): StepRecord {
  const messages: ModelMessage[] = [
    ...taken.map((message) => ({ role: 'user' as const, content: message.prompt })),
    { role: 'assistant', content: detail },
  ];
  return {
    messages,
    messagesRead: taken.map((message) => message.position),
    text: detail,
    tools: [],
    usage: { inputTokens: null, outputTokens: null, cachedInputTokens: null, cacheWriteTokens: null },
    finishReason: 'error',
    startedAt: at,
    finishedAt: at,
    shortened: undefined,
  };
}

function changesByPath(changes: readonly FileChange[]): Map<string, FileChange> {
  return new Map(changes.map((change) => [change.path, change]));
}

/** Contents are never changed in place, so a different array means different content. */
function difference(before: Map<string, FileChange>, now: Map<string, FileChange>): StepEntry['files'] {
  const changed = [...now.values()].filter((change) => {
    const earlier = before.get(change.path);
    return earlier === undefined || earlier.content !== change.content || earlier.mode !== change.mode;
  });
  return { changed, undone: [...before.keys()].filter((path) => !now.has(path)) };
}

/** Only this program writes steps, and it reads them back as they were written. */
function parseMessages(messages: unknown): ModelMessage[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checking every message of a long job again would cost more than the step
  return messages as ModelMessage[];
}
