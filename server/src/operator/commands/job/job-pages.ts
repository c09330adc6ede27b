import { CopydeskError } from '@copydesk/contract/errors';
import type { JobPages, ReaderPage } from '@copydesk/contract';
import type { Command } from 'commander';
import { type Context, printJson, withServices } from '../../context.ts';
import { printTable } from '../../output/table.ts';
import { printable } from '../../output/text-width.ts';
import { printWarnings } from '../../output/warnings.ts';
import { addJobCommand } from '../../job/job-command.ts';
import type { JobCommandOptions } from '../../job/job-command.ts';

interface PagesOptions extends JobCommandOptions {
  path?: string;
}

export function buildJobPages(group: Command, context: Context): void {
  addJobCommand(group, {
    usage: 'pages <id>',
    summary: 'Show the pages that a job changes, as AI readers get them',
    description:
      'For each page: about how many tokens its text has before and after, and what people see there that the text lacks. Then ' +
      'what the change makes harder to read for AI. With --path, prints the text of that page after the change. No site is ' +
      'built for it. Also while the job is active.',
    examples: [
      'copydesk job pages job_01jd0b8yz4q6nn6h3wvyk3cz1a',
      'copydesk job pages job_01jd0b8yz4q6nn6h3wvyk3cz1a --path docs/install.mdx | less',
    ],
  })
    .option('--path <page>', 'print the text of this page, by its path in the repository')
    .action((id: string, options: PagesOptions) => pages(context, id, options));
}

async function pages(context: Context, jobId: string, { project, path, json }: PagesOptions): Promise<void> {
  const { terminal } = context;
  const found = await withServices(context, async (services) =>
    services.readJobPages(await services.projectOfJob(jobId, project), jobId, path === undefined ? {} : { path }),
  );
  if (json) return printJson(terminal, found);
  if (path !== undefined) {
    const text = textOf(found.pages[0], path);
    return terminal.out(terminal.interactive.out ? printable(text) : text);
  }
  print(context, found);
}

/** @throws CopydeskError `not_found` for a page without a text after the change. */
function textOf(page: JobPages['pages'][number] | undefined, path: string): string {
  const text = page?.after?.text;
  if (typeof text === 'string') return text;
  const why =
    page === undefined
      ? `The job changes no page ${path}. Without --path, all its pages are listed.`
      : page.why === null
        ? `The job removes the page ${path}.`
        : `The page ${path} was not read: ${page.why}.`;
  throw new CopydeskError('not_found', why);
}

function print({ terminal }: Context, { pages: changed, pagesInAll, warnings }: JobPages): void {
  if (changed.length === 0) return terminal.err('The job has changed no page of the docs so far.\n');
  printTable(
    terminal,
    [
      { title: 'PAGE', text: ({ path }) => path, shrinks: true },
      { title: 'TOKENS BEFORE', text: ({ before }) => tokens(before), numbers: true },
      { title: 'TOKENS NOW', text: ({ after }) => tokens(after), numbers: true },
      {
        title: 'THE TEXT LACKS',
        text: ({ before, after, why }) => (why === null ? describeLost(after ?? before) : `not read: ${why}`),
      },
    ],
    changed,
  );
  printWarnings(terminal, warnings, warnings.length);
  if (pagesInAll > changed.length)
    terminal.err(`There are ${number(pagesInAll)} pages; these are ${number(changed.length)} of them.\n`);
}

function tokens(page: ReaderPage | null): string {
  return page === null ? '-' : number(page.tokens);
}

/** Returns `tabs 1, image 2`. */
function describeLost(page: ReaderPage | null): string {
  const counts = new Map<string, number>();
  for (const { kind } of page?.lost ?? []) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, times]) => `${kind} ${number(times)}`).join(', ') || 'nothing';
}

function number(value: number): string {
  return value.toLocaleString('en');
}
