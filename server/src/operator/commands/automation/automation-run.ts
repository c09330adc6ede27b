import type { Command } from 'commander';
import { findAutomation } from '../../automation/automation-options.ts';
import { addCommand } from '../../command.ts';
import { type Context, printJson, withServices } from '../../context.ts';
import { projectOption } from '../../project/project-option.ts';

export function buildAutomationRun(group: Command, context: Context): void {
  addCommand(group, {
    usage: 'run <automation>',
    summary: 'Run an automation now',
    description:
      'It checks within seconds if a worker is running, also when it is disabled or in its quiet hours. Its limits apply.\n' +
      '"automation runs" shows what it decides.',
    examples: ['copydesk automation run Weekly --project Handbook'],
  })
    .addOption(projectOption(context))
    .action((named: string, options: { project?: string; json?: true }) => run(context, named, options));
}

async function run(context: Context, named: string, options: { project?: string; json?: true }): Promise<void> {
  const { project, json } = options;
  const asked = await withServices(context, async (services) =>
    services.automations.run(await findAutomation(services, { project, named })),
  );
  if (json) printJson(context.terminal, asked);
  else context.terminal.out(`Requested the run ${asked.id}\n`);
}
