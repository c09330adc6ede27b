import { safeBlocks } from './safe-text/blocks.ts';
import { withoutInvisible } from './safe-text/characters.ts';
import { plainLine } from './safe-text/plain.ts';

/**
 * Markdown of a model or a person for a description or a comment at a code host. It reads as it was written, and does
 * nothing besides: it mentions nobody, references and closes nothing, loads no image, holds no HTML but what folds and
 * marks text, runs no quick action, is no trailer and skips no CI; code stays as it is. An element that was left open is
 * closed, so that what is put below stands by itself. Doing it again changes nothing.
 *
 * The hosts read Markdown in different ways, so what is taken for code here must be code for each of them; where that is
 * not sure, the text is changed until it is.
 */
export function safeMarkdown(text: string): string {
  return safeBlocks(withoutInvisible(text));
}

/** A title, or another text of one line in which no host knows Markdown; see {@link safeCommitMessage}. */
export function safeLine(text: string): string {
  return withoutDraftMarks(plainLine(withoutInvisible(text).replaceAll(/\s+/g, ' ').trim()));
}

/**
 * GitLab and Gitea take these for the mark of a draft, which is a setting and not the model's to choose; GitLab before 15
 * also `Draft - `, and the word alone. A comma is no mark: "[Draft] Limits" becomes "Draft, Limits".
 */
function withoutDraftMarks(line: string): string {
  const [mark] = /^(?:\[(?:draft|wip)\]|\((?:draft|wip)\)|(?:draft|wip)(?:\s?:|\s-(?=\s|$)|$))\s*/i.exec(line) ?? [];
  if (mark === undefined) return line;
  const word = mark.replaceAll(/[^a-z]/gi, '');
  const rest = line.slice(mark.length);
  return rest === '' ? `${word}.` : `${word}, ${withoutDraftMarks(rest)}`;
}

/**
 * The message of a commit: no host takes backticks in it for code, and an entity would show as it is, so that a space
 * stands between a mark and its name ("@ name", "# 12").
 */
export function safeCommitMessage(text: string): string {
  return withoutInvisible(text)
    .split('\n')
    .map((line) => plainLine(line))
    .join('\n');
}

/** A name such as a file's, as code that stands in a table as well as in a sentence. */
export function safeCode(text: string): string {
  const name = withoutInvisible(text)
    .replaceAll(/\s/g, ' ')
    .replaceAll('`', "'")
    .replaceAll('|', String.raw`\|`);
  return `\`${name}\``;
}
