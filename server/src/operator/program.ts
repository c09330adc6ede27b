import { Command, CommanderError } from 'commander';
import type { Context } from './context.ts';
import { exitCodeOf, exitCodeOfUnseen } from './exit-codes.ts';
import { reportFailure, reportUsage } from './failures.ts';
import { UnseenJob, UsageError } from './command-errors.ts';

/** Runs one command line and returns the exit code: see docs/command.md. `debug` adds stacks to error reports. */
export async function runCommand(argv: string[], context: Context, debug: boolean): Promise<number> {
  const json = argv.slice(0, argv.includes('--') ? argv.indexOf('--') : undefined).includes('--json');
  const usage: { detail?: string } = {};
  const program = openProgram(context, (detail) => (usage.detail = detail));
  const addCommands = await loadCommands(argv[0]);
  addCommands(program, context);
  try {
    await program.parseAsync(argv, { from: 'user' });
    return context.exit.code;
  } catch (error) {
    if (error instanceof UsageError) usage.detail = error.message;
    else if (!(error instanceof CommanderError)) {
      const isUnseen = error instanceof UnseenJob;
      const failure = await context.operator.explain(isUnseen ? error.cause : error);
      reportFailure(context.terminal, failure, { json, debug });
      return isUnseen ? exitCodeOfUnseen : exitCodeOf(failure);
    } else if (error.exitCode === 0) return 0;
    if (usage.detail !== undefined) {
      reportUsage(context.terminal, usage.detail, { json, helpCommand: commandPath(program, argv) });
    }
    return 2;
  }
}

type AddCommands = (program: Command, context: Context) => void;

/**
 * Commands that scripts run repeatedly are loaded without the others, and so is `serve`: `job list` needs 60 modules of
 * 400. Any other word loads all commands, because the help needs their summaries.
 */
async function loadCommands(name = ''): Promise<AddCommands> {
  switch (name) {
    case 'serve':
      return (await import('./commands/serve.ts')).buildServe;
    case 'project':
      return (await import('./groups/project.ts')).buildProjectGroup;
    case 'model':
      return (await import('./groups/model.ts')).buildModelGroup;
    case 'key':
      return (await import('./groups/key.ts')).buildKeyGroup;
    case 'job':
      return (await import('./groups/job.ts')).buildJobGroup;
    case 'views':
      return (await import('./groups/views.ts')).buildViewsGroup;
    case 'webhook':
      return (await import('./groups/webhook.ts')).buildWebhookGroup;
    case 'trigger':
      return (await import('./groups/trigger.ts')).buildTriggerGroup;
    case 'automation':
      return (await import('./groups/automation.ts')).buildAutomationGroup;
    case 'database':
      return (await import('./groups/database.ts')).buildDatabaseGroup;
    default:
      return (await import('./every-command.ts')).buildEveryCommand;
  }
}

/**
 * Creates the program without its commands. `complain` receives wrong usage, which is then thrown as a
 * `CommanderError`.
 */
export function openProgram(context: Context, complain: (detail: string) => void): Command {
  const { terminal, operator } = context;
  const program = new Command('copydesk')
    .description(
      'Agent jobs that edit docs in git and open pull requests, and the page views of the docs, people and AI apart.',
    )
    .version(operator.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print the help of a command')
    .exitOverride()
    .configureHelp({ sortSubcommands: false, showGlobalOptions: false })
    .configureOutput({
      writeOut: (text) => terminal.tell(text),
      writeErr: (text) => terminal.err(text),
      outputError: (text) => complain(text.replace(/^error: /, '').trim()),
      getOutHelpWidth: () => Math.min(terminal.columns, 100),
      getErrHelpWidth: () => 100,
      getOutHasColors: () => terminal.colours.out,
      getErrHasColors: () => terminal.colours.err,
    })
    .addHelpText('after', '\nThe server shows pages such as /docs/backup: open them at its address.')
    .addHelpText('after', '\nExamples:\n  $ copydesk demo\n  $ copydesk serve\n  $ copydesk job create --help');

  return program;
}

/** Returns `copydesk job create` for any command line that begins with it. */
function commandPath(program: Command, argv: string[]): string {
  const names = [program.name()];
  let command: Command | undefined = program;
  for (const word of argv) {
    command = command.commands.find((candidate) => candidate.name() === word);
    if (command === undefined) break;
    names.push(word);
  }
  return names.join(' ');
}
