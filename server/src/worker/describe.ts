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
  const text = report.text.trim();
  const end = text.indexOf('\n');
  const firstLine = plain(end < 0 ? text : text.slice(0, end));
  const title = cut(firstLine === '' ? 'Edit the docs' : firstLine);
  const rest = end < 0 ? '' : text.slice(end + 1).trim();
  const body = title.endsWith('…') ? text : rest;
  const warnings =
    report.warnings.length === 0 ? '' : `New warnings:\n\n${report.warnings.map((line) => `- ${line}`).join('\n')}`;
  const description = [body, warnings, `Made by Copydesk, job \`${jobId}\`.`]
    .filter((part) => part !== '')
    .join('\n\n');
  const commitMessage = [title, body, `Copydesk-Job: ${jobId}`].filter((part) => part !== '').join('\n\n');
  return { title, description, commitMessage: `${commitMessage}\n` };
}

/** Without Markdown's marks for headings, lists and emphasis, which a title would show as they are. */
function plain(line: string): string {
  return line
    .replace(/^(#{1,6}|[-*+]|\d+\.)\s+/, '')
    .replaceAll('**', '')
    .trim();
}

function cut(line: string): string {
  if (line.length <= maximumTitle) return line.replace(/[.:]$/, '');
  const head = line.slice(0, maximumTitle - 1);
  const space = head.lastIndexOf(' ');
  return `${head.slice(0, space > maximumTitle / 2 ? space : undefined).trimEnd()}…`;
}
