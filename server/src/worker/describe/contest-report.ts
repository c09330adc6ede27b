import type { ContestedProblem } from '../../agent/review/contests.ts';
import { safeCode, safeMarkdown } from '../../code-hosts/safe-text.ts';

const mostProblems = 20;

/** Escaping makes a text up to nine times longer. A third of what a description may contain is enough for these. */
const roomForProblems = 20_000;

const longestMessage = 300;

/**
 * Writes what stands above a description: the problems that the checks found and the model contests. '' when there are
 * none.
 */
export function formatContested(contested: readonly ContestedProblem[]): string {
  if (contested.length === 0) return '';
  const items: string[] = [];
  let room = roomForProblems;
  for (const item of contested.slice(0, mostProblems).map(formatProblem)) {
    room -= item.length;
    if (room < 0) break;
    items.push(item);
  }
  const more = contested.length - items.length;
  if (more > 0) items.push(`- … ${more} more, in the transcript of the job`);
  return [headline(contested.length), ...items].join('\n').trimEnd();
}

function headline(count: number): string {
  const found = count === 1 ? 'a problem that this change introduces' : `${count} problems that this change introduces`;
  const what = count === 1 ? 'It remains: look at it' : 'They remain: look at each';
  return `**The checks found ${found}, and the model contests ${count === 1 ? 'it' : 'them'}.** ${what} before you merge.\n`;
}

/** Writes the problem as code, because it quotes a page. The reason is the model's text, like the description. */
function formatProblem({ problem, reason }: ContestedProblem): string {
  const { path, line, rule, message, subject } = problem;
  const quoted = subject === undefined ? '' : ` ${shortCode(subject)}`;
  const reasonText = safeMarkdown(`The model says: ${reason}`).replaceAll(/\n(?=.)/g, '\n  ');
  return `- ${safeCode(`${path}:${line}`)} ${safeCode(rule)}${quoted}: ${shortCode(message)}\n\n  ${reasonText}\n`;
}

function shortCode(text: string): string {
  return safeCode(text.length > longestMessage ? `${text.slice(0, longestMessage).toWellFormed()}…` : text);
}
