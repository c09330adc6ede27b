import type { Command } from 'commander';
import { addCommand } from '../../command.ts';
import { type Context, printJson, withServices } from '../../context.ts';
import type { CheckedModel } from '@copydesk/contract';
import { paintFor } from '../../output/paint.ts';
import { printableLine } from '../../output/text-width.ts';

export function buildModelCheck(group: Command, context: Context): void {
  addCommand(group, {
    usage: 'check [model]',
    summary: 'Try a model with one tool call, and say what is wrong',
    description:
      'Without a name, it tries the model of new jobs of the project, with the key and the address that they ' +
      'would use. It costs a few hundred tokens. The exit code is 1 if jobs could not use the model.',
    examples: [
      'copydesk model check',
      'copydesk model check anthropic/claude-sonnet-5-5',
      'copydesk model check compatible/llama3.1:8b --project Handbook',
    ],
  })
    .option('--project <id or name>', 'the project whose model and keys count')
    .action((model: string | undefined, options: ModelCheckOptions) => check(context, model, options));
}

interface ModelCheckOptions {
  project?: string;
  json?: true;
}

async function check(context: Context, model: string | undefined, { project, json }: ModelCheckOptions): Promise<void> {
  const { terminal } = context;
  const interrupted = new AbortController();
  void context.stopRequest().then((signal) => interrupted.abort(new Error(`Interrupted by ${signal}.`)));
  const checked = await withServices(
    context,
    async (services) => {
      const projectId = project === undefined ? undefined : await services.projectIdOf(project);
      if (!json) terminal.err('Asking the model; this may take a minute …\n');
      return await services.models.check({ projectId, model, signal: interrupted.signal });
    },
    { createsDatabase: true },
  );
  if (!checked.ok) context.exit.code = 1;
  if (json) return printJson(terminal, checked);
  print(context, checked);
}

const marks = { ok: '✓', warning: '!', failed: '✗' };

function print({ terminal }: Context, { model, ok, findings, usage }: CheckedModel): void {
  const paint = paintFor(terminal.colours.out);
  const colours = { ok: paint.good, warning: paint.careful, failed: paint.bad };
  for (const { name, result, detail } of findings) {
    terminal.out(`${colours[result](marks[result])} ${paint.strong(name)}  ${printableLine(detail)}\n`);
  }
  const cost = usage.costUsd === null ? '' : `, about ${usage.costUsd.toFixed(4)} US dollars`;
  const spent =
    usage.inputTokens + usage.outputTokens === 0
      ? ''
      : ` The check used ${usage.inputTokens} tokens read and ${usage.outputTokens} written${cost}.`;
  terminal.err(`${printableLine(model)} ${ok ? 'can be used by jobs.' : 'cannot be used by jobs.'}${spent}\n`);
}
