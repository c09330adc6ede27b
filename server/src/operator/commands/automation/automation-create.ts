import { automationKinds, AutomationRequest } from '@copydesk/contract';
import type { AutomationKind } from '@copydesk/contract';
import { type Command, Option } from 'commander';
import { checkedFields } from '../../checked-fields.ts';
import { addLimitOptions, limitsOf } from '../../automation/automation-options.ts';
import type { LimitOptions } from '../../automation/automation-options.ts';
import { type Context, printJson, withServices } from '../../context.ts';
import { addProjectCommand } from '../../project/project-option.ts';

export function buildAutomationCreate(group: Command, context: Context): void {
  const command = addProjectCommand(group, context, {
    usage: 'create <name>',
    summary: 'Let jobs start by themselves',
    description:
      'The prompt is the instruction of every job. What the automation finds is appended as material, not as instruction. ' +
      'With --disabled it starts nothing until "automation set --enable": first see what it would have done with ' +
      '"automation dry-run". The kinds and their settings are in /docs/automations.',
    examples: [
      'copydesk automation create Weekly --project Handbook --on schedule --with "cron=0 6 * * 1" --prompt "Fix links"',
      'copydesk automation create Nightly --project Docs --on schedule --with cron=@daily --usd-per-month 5 --prompt Polish',
    ],
  })
    .addOption(new Option('--on <kind>', 'what starts its work').choices(automationKinds).makeOptionMandatory())
    .requiredOption('--prompt <text>', 'what a job must do')
    .option('--disabled', 'begin nothing yet');
  addLimitOptions(command).action((name: string, options: CreateOptions) => create(context, name, options));
}

interface CreateOptions extends LimitOptions {
  project?: string;
  on: AutomationKind;
  prompt: string;
  disabled?: true;
  json?: true;
}

async function create(context: Context, name: string, options: CreateOptions): Promise<void> {
  const { terminal } = context;
  const { project, on, prompt, disabled, json, timeZone } = options;
  const trigger = { kind: on, ...(timeZone !== undefined && { timeZone }), ...options.with };
  const draft = checkedFields(AutomationRequest, {
    name,
    prompt,
    trigger,
    limits: limitsOf(options),
    enabled: !disabled,
  });
  const made = await withServices(context, async (services) =>
    services.automations.create(await services.projectIdOf(project), draft),
  );
  if (json) return printJson(terminal, made);
  const next = made.nextAt === null ? 'waits for an event' : `checks next at ${made.nextAt}`;
  terminal.out(`Created the automation ${made.id}, which ${made.enabled ? next : 'is disabled'}\n`);
}
