import type { Command } from 'commander';
import { findAutomation } from '../../automation/automation-options.ts';
import { type Context, printJson, withServices } from '../../context.ts';
import { addProjectCommand } from '../../project/project-option.ts';
import type { ProjectArgument } from '../../project/project-option.ts';

export function buildAutomationRun(group: Command, context: Context): void {
  addProjectCommand(group, context, {
    usage: 'run <automation>',
    summary: 'Run an automation now',
    description:
      'If a worker is running, the automation checks within seconds, even if it is disabled or in its quiet hours. Its limits apply. ' +
      '"automation runs" shows what it decides.',
    examples: ['copydesk automation run Weekly --project Handbook'],
  }).action((named: string, options: ProjectArgument) => run(context, named, options));
}

async function run(context: Context, named: string, options: ProjectArgument): Promise<void> {
  const { project, json } = options;
  const asked = await withServices(context, async (services) =>
    services.automations.run(await findAutomation(services, { project, named })),
  );
  if (json) printJson(context.terminal, asked);
  else context.terminal.out(`Requested the run ${asked.id}\n`);
}
