import type { ModelMessage, UserModelMessage } from 'ai';
import { z } from 'zod';
import type { Problem } from '../ports.ts';
import { storable } from '../call/storable.ts';

/** A problem that the model says is no fault, and why. */
export interface ContestedProblem {
  problem: Problem;
  reason: string;
}

/** How the model names the problems that it contests: all of one rule in a file, or those that match. */
export interface ContestedPlace {
  path: string;
  rule: string;
  line?: number;
  subject?: string;
}

/**
 * The problems that were reported to the model in this job, and those of them that it contests.
 *
 * Both are stored in the job's messages, like the marks of what it has read: a request for repairs carries its problems
 * as `providerOptions.copydesk.reported`, and a tool result carries what was contested as
 * `providerOptions.copydesk.contested` (providers ignore names that are not theirs). So a resumed turn knows them, and
 * only reported problems can be contested.
 */
export class Contests {
  readonly #reported = new Map<string, Problem>();
  readonly #reasons = new Map<string, string>();
  #news: Contest[] = [];

  static fromHistory(history: readonly ModelMessage[]): Contests {
    const contests = new Contests();
    for (const message of history) {
      for (const note of notesOf(message)) contests.#repeat(note);
    }
    return contests;
  }

  /** Returns all reported problems, the last first. */
  reported(): Problem[] {
    return [...this.#reported.values()].toReversed();
  }

  /** Records what the model contests. @returns the problems that match; none when no such problem was reported. */
  contest({ path, rule, line, subject }: ContestedPlace, reason: string): Problem[] {
    const meant = this.reported().filter((problem) => {
      if (problem.path !== path || problem.rule !== rule) return false;
      // A reported problem may have moved to another line since.
      if (subject !== undefined) return problem.subject === subject;
      return line === undefined || problem.line === line;
    });
    for (const key of new Set(meant.map(keyOf))) {
      this.#reasons.set(key, reason);
      this.#news.push({ key, reason });
    }
    return meant;
  }

  /** Returns why the model contests a problem; undefined when it does not. */
  reasonFor(problem: Problem): string | undefined {
    return this.#reasons.get(keyOf(problem));
  }

  /**
   * Returns what was contested since the last call, in the form that a tool result carries; undefined when nothing was.
   */
  takeNote(): { contested: Contest[] } | undefined {
    if (this.#news.length === 0) return undefined;
    const contested = this.#news;
    this.#news = [];
    return { contested };
  }

  #repeat({ reported = [], contested = [] }: Note): void {
    for (const problem of reported) {
      const key = keyOf(problem);
      // A problem that is reported again becomes the last.
      this.#reported.delete(key);
      this.#reported.set(key, problem);
    }
    for (const { key, reason } of contested) this.#reasons.set(key, reason);
  }
}

/** A message that Copydesk itself writes to the model. */
export type TextMessage = UserModelMessage & { content: string };

/** Returns a request for repairs with the problems that it reports attached: these may be contested. */
export function withReported(request: string, problems: readonly Problem[]): TextMessage {
  const reported = problems.map(({ rule, severity, path, line, message, subject }) => {
    const named = { rule, severity, path, line, message };
    return subject === undefined ? named : { ...named, subject };
  });
  return { role: 'user', content: request, providerOptions: { copydesk: { reported: storable(reported) } } };
}

/** Returns a key that does not depend on the problem's line in its file, because other edits move it. */
function keyOf({ path, rule, subject, message }: Problem): string {
  return JSON.stringify(storable([path, rule, subject === undefined ? 'message' : 'subject', subject ?? message]));
}

/** The key of a problem, and why it is contested. */
type Contest = z.infer<typeof Contest>;

const Contest = z.object({ key: z.string(), reason: z.string() });

const ReportedProblem = z.object({
  rule: z.string(),
  severity: z.enum(['error', 'warning']),
  path: z.string(),
  line: z.number(),
  message: z.string(),
  subject: z.string().optional(),
});

type Note = z.infer<typeof Note>;

const Note = z.object({
  reported: z.array(ReportedProblem).optional(),
  contested: z.array(Contest).optional(),
});

/** Reads the notes of a message. Requests are messages of their own; contests are attached to tool results. */
function notesOf(message: ModelMessage): Note[] {
  const parts = message.role === 'tool' ? message.content.filter((part) => part.type === 'tool-result') : [message];
  return parts.flatMap(({ providerOptions }) => Note.safeParse(providerOptions?.copydesk).data ?? []);
}
