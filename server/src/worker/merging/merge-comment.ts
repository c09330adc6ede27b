import { safeLine, safeMarkdown } from '../../code-hosts/safe-text.ts';

/** What stands in the comment about a merge. */
export interface MergeNote {
  headCommit: string;
  reasons: readonly string[];
  /** The beginning of the prompt, and who has written it; '' when the author is unknown. */
  asked: { summary: string; by: string };
  jobUrl: string;
}

/** Returns the comment that says why Copydesk has merged a pull request, as Markdown. */
export function mergeComment({ headCommit, reasons, asked, jobUrl }: MergeNote): string {
  const by = asked.by === '' ? '' : ` by ${asked.by}`;
  const lines = [
    `Copydesk has merged this at ${headCommit.slice(0, 12)} by the merge policy of its project, without a person, because:`,
    '',
    ...reasons.map((reason) => `- ${safeLine(reason)}`),
    '',
    `It was asked for${by}: “${safeLine(asked.summary)}”`,
  ];
  const link = `\n\n[The job](<${jobUrl}>)`;
  return `${safeMarkdown(lines.join('\n'))}${link}`;
}
