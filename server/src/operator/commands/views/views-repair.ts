import { RepairRequest } from '@copydesk/contract';
import { Option } from 'commander';
import type { Command } from 'commander';
import { type Context, withServices } from '../../context.ts';
import { printCreatedJob } from '../../job/created-job.ts';
import { parseCount } from '../../job/job-options.ts';
import { addProjectCommand } from '../../project/project-option.ts';

export function buildViewsRepair(group: Command, context: Context): void {
  addProjectCommand(group, context, {
    usage: 'repair',
    summary: 'Repair the paths that readers did not find',
    description:
      'Creates a job that gives each address that readers requested and did not find a redirect to the intended page, a new page, ' +
      'or nothing, with the evidence in its pull request. "views not-found" shows the addresses.',
    examples: [
      'copydesk views repair --project Docs --watch',
      'copydesk views repair --project Docs --from ai --min-views 5 --days 90',
    ],
  })
    .addOption(new Option('--from <readers>', 'whose requests count').choices(['ai', 'people', 'both']).default('both'))
    .option('--min-views <number>', 'the minimum number of requests for an address', parseCount(1_000_000), 2)
    .option('--min-agents <number>', 'the minimum number of AI agents', parseCount(10))
    .option('--days <number>', 'the number of days up to now', parseCount(365), 30)
    .option('--watch', 'wait for the end and show the progress')
    .action((options: RepairOptions) => repair(context, options));
}

interface RepairOptions {
  project?: string;
  from: string;
  minViews: number;
  minAgents?: number;
  days: number;
  watch?: true;
  json?: true;
}

async function repair(context: Context, options: RepairOptions): Promise<void> {
  const { from, minViews, minAgents, days } = options;
  const request = RepairRequest.parse({ from, minViews, minAgents, days });
  await withServices(context, async (services) => {
    const projectId = await services.projectIdOf(options.project);
    const job = await services.repairNotFound({ projectId, request });
    return printCreatedJob(context, services, { projectId, job }, options);
  });
}
