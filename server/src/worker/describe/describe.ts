import type { ContestedProblem } from '../../agent/review/contests.ts';
import { cut } from '../../agent/text/cut.ts';
import type { ModelDescription } from '../../agent/review/describe-answer.ts';
import { safeCommitMessage, safeTitle, safeMarkdown } from '../../code-hosts/safe-text.ts';
import { formatContested } from './contest-report.ts';

/** What people read about a change: the commit's message, and the pull request's title and description. */
export interface ChangeDescription {
  title: string;
  /** Markdown. */
  description: string;
  commitMessage: string;
}

/** What a change is described from. */
export interface ChangeReport {
  /** The agent's closing text, used when the model did not describe the change. */
  text: string;
  /** The model's own words for reviewers. */
  described?: ModelDescription;
  /** The problems that the change brings and the model contests. They stand above everything else. */
  contested?: readonly ContestedProblem[];
  /**
   * What else reviewers must check before the merge, above the model's words: Markdown that is already safe, never cut.
   */
  notes?: string;
  /** Who signs the commit off, such as `Docs Bot <docs-bot@example.com>`. */
  signedOffBy?: string | undefined;
  /** What Copydesk adds below: Markdown that is already safe, never cut. */
  appended: string;
}

/** Most tools that list commits cut a title that is longer than this. */
const maximumTitle = 72;

/** GitHub accepts 65,536 characters, and the other hosts more. */
const maximumDescription = 60_000;
/** No host has a limit here, but readers do. */
const maximumCommitBody = 10_000;

/**
 * Describes a change in the model's words: its description, or its closing text, whose first line is the title and the
 * rest the description. Nothing in these words triggers anything at a code host.
 */
export function describeChange(report: ChangeReport, jobId: string): ChangeDescription {
  const { title, commitBody, description } = report.described ?? describeFromClosing(report.text);
  const subject = shorten(safeTitle(withoutMarks(title)), 'Edit the docs');
  const contested = joinParts(formatContested(report.contested ?? []), report.notes ?? '');
  const room = maximumDescription - report.appended.length - contested.length;
  const body = safeCommitMessage(cut(commitBody, maximumCommitBody)).trim();
  const trailers = [`Copydesk-Job: ${jobId}`];
  if (report.signedOffBy !== undefined) trailers.push(`Signed-off-by: ${report.signedOffBy}`);
  return {
    title: subject,
    description: joinParts(
      contested,
      escapeWithin(description === '' ? commitBody : description, room),
      report.appended,
    ),
    commitMessage: `${joinParts(subject, body, trailers.join('\n'))}\n`,
  };
}

function describeFromClosing(closing: string): ModelDescription {
  const text = closing.replaceAll(/\r\n?/g, '\n').trim();
  const end = text.indexOf('\n');
  const title = end < 0 ? text : text.slice(0, end);
  // When the title is cut, the description shows it in full.
  const body = safeTitle(withoutMarks(title)).length > maximumTitle ? text : text.slice(title.length).trim();
  return { title, commitBody: body, description: body };
}

/** Returns the text escaped and within the limit. Escaping makes it longer, so it is cut until it fits. */
function escapeWithin(text: string, room: number): string {
  const note = '\n\n*The rest was left out for its length.*';
  let safe = safeMarkdown(text.trim());
  for (let length = room; safe.length > room; length = Math.floor(length * 0.8)) {
    safe = `${safeMarkdown(cut(text, length - note.length))}${note}`;
  }
  return safe;
}

function joinParts(...parts: string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}

/** Removes the Markdown marks for headings, lists and emphasis, which a title would show literally. */
function withoutMarks(line: string): string {
  return line
    .trim()
    .replace(/^(#{1,6}|[-*+]|\d+\.)\s+/, '')
    .replaceAll('**', '')
    .trim();
}

function shorten(line: string, otherwise: string): string {
  if (line === '') return otherwise;
  if (line.length <= maximumTitle) return line.replace(/[.:]$/, '');
  const head = cut(line, maximumTitle - 1);
  const space = head.lastIndexOf(' ');
  return `${head.slice(0, space > maximumTitle / 2 ? space : undefined).trimEnd()}…`;
}
