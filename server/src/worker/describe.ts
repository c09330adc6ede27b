import { cut } from '../agent/cut.ts';

/** What people read of a change: the commit's message, and the pull request's title and description. */
export interface ChangeDescription {
  title: string;
  /** Markdown. */
  description: string;
  commitMessage: string;
}

/** A title longer than this is cut by most tools that list commits. */
const maximumTitle = 72;

/**
 * Takes the agent's closing text apart: its first line is the title, the rest the description.
 *
 * @param report the closing text, and the warnings that the change introduced, one line each.
 */
export function describeChange(report: { text: string; warnings: string[] }, jobId: string): ChangeDescription {
  const text = withoutControls(report.text).trim();
  const end = text.indexOf('\n');
  const firstLine = plain(end < 0 ? text : text.slice(0, end));
  const title = shorten(firstLine === '' ? 'Edit the docs' : firstLine);
  const rest = end < 0 ? '' : text.slice(end + 1).trim();
  const body = title.endsWith('…') ? text : rest;
  const description = [body, listWarnings(report.warnings), `Made by Copydesk, job \`${jobId}\`.`]
    .filter((part) => part !== '')
    .join('\n\n');
  const commitMessage = [title, body, `Copydesk-Job: ${jobId}`].filter((part) => part !== '').join('\n\n');
  return { title, description, commitMessage: `${commitMessage}\n` };
}

/** Line breaks and tabs stay. The rest would do something to the terminal of whoever reads the history. */
function withoutControls(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{Cc}\n\t]/gu, '');
}

/** Without Markdown's marks for headings, lists and emphasis, which a title would show as they are. */
function plain(line: string): string {
  return line
    .replace(/^(#{1,6}|[-*+]|\d+\.)\s+/, '')
    .replaceAll('**', '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function shorten(line: string): string {
  if (line.length <= maximumTitle) return line.replace(/[.:]$/, '');
  const head = cut(line, maximumTitle - 1);
  const space = head.lastIndexOf(' ');
  return `${head.slice(0, space > maximumTitle / 2 ? space : undefined).trimEnd()}…`;
}

const warningsTold = 20;

/** As code: a warning quotes pages, whose links, mentions and "fixes #1" are not the pull request's own. */
function listWarnings(warnings: string[]): string {
  if (warnings.length === 0) return '';
  const told = warnings.slice(0, warningsTold);
  if (warnings.length > warningsTold) told.push(`… ${warnings.length - warningsTold} more`);
  const longestRun = Math.max(2, ...(told.join('\n').match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longestRun + 1);
  return `New warnings:\n\n${fence}text\n${told.join('\n')}\n${fence}`;
}
