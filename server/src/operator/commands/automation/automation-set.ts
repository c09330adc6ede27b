import { AutomationPatch } from '@copydesk/contract';
import type { Command } from 'commander';
import { addLimitOptions, findAutomation, limitsOf } from '../../automation/automation-options.ts';
import type { LimitOptions } from '../../automation/automation-options.ts';
import { checkedFields } from '../../checked-fields.ts';
import { type Context, printJson, withServices } from '../../context.ts';
import { addProjectCommand } from '../../project/project-option.ts';

export function buildAutomationSet(group: Command, context: Context): void {
  const command = addProjectCommand(group, context, {
    usage: 'set <automation>',
    summary: 'Change an automation',
    description: 'A setting that you do not name stays. A disabled automation does not run.',
    examples: ['copydesk automation set Weekly --project Handbook --jobs-per-day 1 --quiet 20:00-06:00'],
  })
    .option('--name <name>', 'what people call it')
    .option('--prompt <text>', 'what a job must do')
    .option('--enable', 'let it run again')
    .option('--disable', 'stop it');
  addLimitOptions(command).action((named: string, options: SetOptions) => set(context, named, options));
}

interface SetOptions extends LimitOptions {
  project?: string;
  name?: string;
  prompt?: string;
  enable?: true;
  disable?: true;
  json?: true;
}

async function set(context: Context, named: string, options: SetOptions): Promise<void> {
  const { project, name, prompt, enable, disable, json, timeZone } = options;
  const changed = await withServices(context, async (services) => {
    const { automation, ...found } = await findAutomation(services, { project, named });
    const zone = timeZone === undefined || !('timeZone' in automation.trigger) ? {} : { timeZone };
    const settings = { ...zone, ...options.with };
    const isRetimed = Object.keys(settings).length > 0;
    const change = checkedFields(AutomationPatch, {
      name,
      prompt,
      limits: limitsOf(options),
      ...(isRetimed && { trigger: { ...automation.trigger, ...settings } }),
      ...((enable ?? disable) && { enabled: enable === true }),
    });
    return await services.automations.change(found, change);
  });
  if (json) return printJson(context.terminal, changed);
  context.terminal.out(`Changed the automation ${changed.id}\n`);
}
