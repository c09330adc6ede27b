import { withoutCommands, withPlainMarks } from '@copydesk/contract/machine-words';
import { safeBlocks } from './safe-text/blocks.ts';
import { withoutInvisible } from './safe-text/characters.ts';
import { plainLine, withoutCode } from './safe-text/plain.ts';

/**
 * Makes Markdown of a model or a person safe for a description or a comment at a code host. It still reads as it was
 * written, but has no effects: it mentions no one, references and closes nothing, loads no image, contains no HTML
 * except tags that fold and mark text, runs no quick action, is no trailer and skips no CI. Code stays unchanged. An
 * unclosed element is closed, so that text after it is not affected. Applying it twice changes nothing more.
 *
 * The hosts read Markdown in different ways, so what is treated as code here must be code for each of them. When that
 * is not certain, the text is changed until it is.
 */
export function safeMarkdown(text: string): string {
  return safeBlocks(withPlainMarks(withoutInvisible(text)));
}

/**
 * Makes the title of a pull request or the subject of a commit safe. Workflows put them into commands, so it contains
 * nothing that a shell or a template would run.
 */
export function safeTitle(text: string): string {
  let title = text.slice(0, longestTitle).toWellFormed();
  // Each pass may put side by side what the other must separate. What no pass leaves alone is no title.
  for (let pass = 0; pass < mostPasses; pass += 1) {
    const before = title;
    title = withoutCommands(safeLine(withoutCommands(title)));
    if (title === before) return title;
  }
  return '';
}

const mostPasses = 10;

/** Nobody reads more of a title, and hosts cut it earlier. */
const longestTitle = 1_000;

/** Makes a text of one line safe in which no host reads Markdown; see {@link safeCommitMessage}. */
export function safeLine(text: string): string {
  return withoutDraftMarks(plainLine(oneLine(text)));
}

function oneLine(text: string): string {
  return withoutInvisible(text).replaceAll(/\s+/g, ' ').trim();
}

/**
 * Removes prefixes that GitLab and Gitea read as the mark of a draft, because that is a setting and not the model's
 * choice; GitLab before 15 also reads `Draft - `, and the word alone. A comma is no mark: "[Draft] Limits" becomes
 * "Draft, Limits".
 */
function withoutDraftMarks(line: string): string {
  const [mark] = /^(?:\[(?:draft|wip)\]|\((?:draft|wip)\)|(?:draft|wip)(?:\s?:|\s-(?=\s|$)|$))\s*/i.exec(line) ?? [];
  if (mark === undefined) return line;
  const word = mark.replaceAll(/[^a-z]/gi, '');
  const rest = line.slice(mark.length);
  return rest === '' ? `${word}.` : `${word}, ${withoutDraftMarks(rest)}`;
}

/**
 * Makes the message of a commit safe: no host reads backticks in it as code, and an entity would be shown literally, so
 * a space separates a mark from its name ("@ name", "# 12"). Marks of shells and templates stay in code spans only.
 */
export function safeCommitMessage(text: string): string {
  return withPlainMarks(withoutInvisible(text))
    .split('\n')
    .map((line) => withoutCode(plainLine(line)))
    .join('\n');
}

/** Returns a name, such as a file's, as code that works in a table as well as in a sentence. */
export function safeCode(text: string): string {
  const name = withoutInvisible(text)
    .replaceAll(/\s/g, ' ')
    .replaceAll('`', "'")
    .replaceAll('|', String.raw`\|`);
  return `\`${name}\``;
}
