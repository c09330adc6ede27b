import { checksPromptPrefix } from '../../../../server/src/agent/notes/checks-note.ts';

/** What the scripted model does with a message. */
export const kinds = ['edit', 'two edits', 'talk', 'break and mend', 'break'] as const;

export type Kind = (typeof kinds)[number];

/** A message of a simulated lifecycle. */
export interface Prompt {
  /** Counts the jobs of the lifecycle from 0. */
  job: number;
  /** Numbers all messages of the lifecycle, so that no two are the same. */
  message: number;
  kind: Kind;
}

export function formatPrompt({ job, message, kind }: Prompt): string {
  return `Message ${message} to job ${job}: ${kind}.`;
}

/** Returns undefined for what the product itself says to the model. */
export function parsePrompt(text: string): Prompt | undefined {
  const [, message, job, name] = /^Message (\d+) to job (\d+): (.+)\.$/.exec(text) ?? [];
  const kind = kinds.find((known) => known === name);
  return kind === undefined ? undefined : { job: Number(job), message: Number(message), kind };
}

/** Returns the edit that corrects what checks of a commit have found; undefined for what is no message about checks. */
export function correctionOf(text: string): string | undefined {
  const [, commit] = /^ on ([0-9a-f]{9}),/.exec(text.slice(checksPromptPrefix.length)) ?? [];
  return commit !== undefined && text.startsWith(checksPromptPrefix) ? `correct-${commit}` : undefined;
}

/** The instruction of the automation. What its events say comes as material after it. */
export const automationPrompt = 'Note each of these events on its page.';

/** Returns what stands in the material about an event. */
export function markOf(event: number): string {
  return `Event ${event}.`;
}

/** Returns the edits that a message of the automation asks for; undefined for what is none of its messages. */
export function editsOfEvents(text: string): string[] | undefined {
  if (!text.startsWith(automationPrompt)) return undefined;
  return [...text.matchAll(/^Event (\d+)\.$/gm)].map(([, event]) => `event-${event}-1`);
}

/** Returns the page that a job's messages are about. */
export function pageOf(job: number): string {
  return `docs/page-${job}.md`;
}

/** The page that all jobs of the automation are about. */
export const eventsPage = 'docs/events.md';

/** Returns the edits that a message asks for, in order. Each leaves one line in the page that identifies it. */
export function editsOf({ message, kind }: Prompt): string[] {
  switch (kind) {
    case 'edit':
      return [`edit-${message}-1`];
    case 'two edits':
      return [`edit-${message}-1`, `edit-${message}-2`];
    case 'talk':
      return [];
    case 'break and mend':
    case 'break':
      return [`break-${message}-1`];
  }
}
