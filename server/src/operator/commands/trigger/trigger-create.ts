import { triggerSchemes } from '@copydesk/contract';
import type { TriggerScheme } from '@copydesk/contract';
import { type Command, Option } from 'commander';
import { type Context, printJson, withServices } from '../../context.ts';
import { parsePlaces, parseWhen } from '../../automation/trigger-options.ts';
import { addProjectCommand } from '../../project/project-option.ts';

export function buildTriggerCreate(group: Command, context: Context): void {
  addProjectCommand(group, context, {
    usage: 'create <name>',
    summary: 'Create an address with which another program starts jobs',
    description:
      'The prompt is the instruction of every job. The content of a request is appended as material, not as instruction. ' +
      'The secret is printed once, and nothing else on standard output; a secret of the sender is read from ' +
      'COPYDESK_TRIGGER_SECRET.',
    examples: [
      'copydesk trigger create Form --project Handbook --prompt "Correct what this reader reports, if they are right."',
      'copydesk trigger create Linear --project Handbook --scheme hmac --when /type=Issue --prompt "Update the docs."',
    ],
  })
    .requiredOption('--prompt <text>', 'what a job must do')
    .addOption(
      new Option('--scheme <scheme>', 'how the sender proves itself').choices(triggerSchemes).default('bearer'),
    )
    .option('--field <name=pointer>', 'a part of the body to use; may be repeated (default: all of it)', parsePlaces)
    .option('--when <pointer=text>', 'start a job only if the body contains this; may be repeated', parseWhen)
    .option('--per-hour <number>', 'maximum jobs per hour', Number, 20)
    .action((name: string, options: TriggerCreateOptions) => create(context, name, options));
}

interface TriggerCreateOptions {
  project?: string;
  prompt: string;
  scheme: TriggerScheme;
  field?: Record<string, string>;
  when?: Record<string, string[]>;
  perHour: number;
  json?: true;
}

async function create(context: Context, name: string, options: TriggerCreateOptions): Promise<void> {
  const { terminal, operator } = context;
  const { project, prompt, scheme, field: fields = {}, when = {}, perHour, json } = options;
  const trigger = await withServices(context, async (services) => {
    const { id: projectId } = await services.findProject(project);
    const { triggerSecret: secret } = operator;
    return await services.triggers.create({ projectId, name, prompt, scheme, secret, fields, when, perHour });
  });
  if (json) return printJson(terminal, trigger);
  // Only the secret goes to standard output, so that a script can read it. The rest is for the person who watches.
  terminal.out(`${trigger.secret}\n`);
  terminal.err(`The trigger ${trigger.id} is at ${trigger.url}\nIts secret is not shown again.\n`);
}
