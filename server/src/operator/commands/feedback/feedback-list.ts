import type { Feedback, FeedbackSource, FeedbackStatus } from '@copydesk/contract';
import { Option } from 'commander';
import type { Command } from 'commander';
import { type Context, printJson, withServices } from '../../context.ts';
import { printTable } from '../../output/table.ts';
import { addProjectCommand } from '../../project/project-option.ts';

/** The same values as in the contract, repeated here so that other commands do not load its schemas. */
const statuses = ['pending', 'in_progress', 'resolved', 'dismissed'] satisfies FeedbackStatus[];
const sources = ['contextual', 'thumbs_only', 'code_snippet', 'agent'] satisfies FeedbackSource[];

export function buildFeedbackList(group: Command, context: Context): void {
  addProjectCommand(group, context, {
    usage: 'list',
    summary: 'List the feedback of readers',
    description: 'Newest first. Strangers wrote the comments.',
    examples: [
      'copydesk feedback list --project Handbook --status pending',
      'copydesk feedback list --project Handbook --path /guides/start --json',
    ],
  })
    .addOption(new Option('--status <status>', 'only those in this state').choices(statuses))
    .addOption(new Option('--source <source>', 'only those of this kind').choices(sources))
    .option('--path <path>', 'only those of this page')
    .option('--limit <number>', 'how many, 100 at most', Number, 50)
    .action((options: ListOptions) => list(context, options));
}

interface ListOptions {
  project?: string;
  status?: FeedbackStatus;
  source?: FeedbackSource;
  path?: string;
  limit: number;
  json?: true;
}

async function list(context: Context, { project, json, ...query }: ListOptions): Promise<void> {
  const { terminal } = context;
  const found = await withServices(context, async (services) =>
    services.feedback.list(await services.projectIdOf(project), query),
  );
  if (json) return printJson(terminal, found);
  if (found.feedback.length === 0) return terminal.err('There is no such feedback.\n');
  printTable(
    terminal,
    [
      { title: 'ID', text: ({ id }) => id },
      { title: 'AT', text: ({ createdAt }) => createdAt.slice(0, 16).replace('T', ' ') },
      { title: 'STATE', text: ({ status }) => status },
      { title: 'HELPFUL', text: voteOf },
      { title: 'PAGE', text: ({ path }) => path },
      { title: 'COMMENT', text: ({ comment }) => comment, shrinks: true },
    ],
    found.feedback,
  );
}

function voteOf({ helpful }: Feedback): string {
  if (helpful === null) return '';
  return helpful ? 'yes' : 'no';
}
