import { Command, CommanderError } from 'commander';
import type { Context } from './context.ts';
import { buildDatabaseBackup } from './commands/database-backup.ts';
import { buildDatabaseDistribute } from './commands/database-distribute.ts';
import { buildDatabaseRestore } from './commands/database-restore.ts';
import { buildDatabaseSlices } from './commands/database-slices.ts';
import { buildDemo } from './commands/demo.ts';
import { buildDoctor } from './commands/doctor.ts';
import { buildJobArchive } from './commands/job-archive.ts';
import { buildJobCreate } from './commands/job-create.ts';
import { buildJobDiff } from './commands/job-diff.ts';
import { buildJobEvents } from './commands/job-events.ts';
import { buildJobList } from './commands/job-list.ts';
import { buildJobMessage } from './commands/job-message.ts';
import { buildJobShow } from './commands/job-show.ts';
import { buildJobEffect } from './commands/job-effect.ts';
import { buildJobImpact } from './commands/job-impact.ts';
import { buildJobUsage } from './commands/job-usage.ts';
import { buildKeyCreate } from './commands/key-create.ts';
import { buildKeyList } from './commands/key-list.ts';
import { buildKeyRevoke } from './commands/key-revoke.ts';
import { buildKeyRotate } from './commands/key-rotate.ts';
import { buildMcp } from './commands/mcp.ts';
import { buildLogin, buildLogout } from './commands/login.ts';
import { buildModelCheck } from './commands/model-check.ts';
import { buildModelKey } from './commands/model-key.ts';
import { buildModelList } from './commands/model-list.ts';
import { buildOpenApi } from './commands/openapi.ts';
import { buildProjectCheck } from './commands/project-check.ts';
import { buildProjectConnect } from './commands/project-connect.ts';
import { buildProjectContext } from './commands/project-context.ts';
import { buildProjectCreate } from './commands/project-create.ts';
import { buildProjectList } from './commands/project-list.ts';
import { buildProjectShow } from './commands/project-show.ts';
import { buildProjectDelete } from './commands/project-delete.ts';
import { buildProjectSet } from './commands/project-set.ts';
import { buildServe } from './commands/serve.ts';
import { buildSignIn } from './commands/sign-in.ts';
import { buildTriggerCreate } from './commands/trigger-create.ts';
import { buildTriggerDelete } from './commands/trigger-delete.ts';
import { buildTriggerList } from './commands/trigger-list.ts';
import { buildTriggerRotate } from './commands/trigger-rotate.ts';
import { buildViewsExport } from './commands/views-export.ts';
import { buildViewsClassify } from './commands/views-classify.ts';
import { buildViewsImport } from './commands/views-import.ts';
import { buildViewsImports } from './commands/views-imports.ts';
import { buildViewsReclassify } from './commands/views-reclassify.ts';
import { buildViewsRefreshRanges } from './commands/views-refresh-ranges.ts';
import { buildViewsRefreshRules } from './commands/views-refresh-rules.ts';
import { buildViewsTables } from './commands/views-tables.ts';
import { buildWebhookCreate } from './commands/webhook-create.ts';
import { buildWebhookDelete } from './commands/webhook-delete.ts';
import { buildWebhookDeliveries } from './commands/webhook-deliveries.ts';
import { buildWebhookEnable } from './commands/webhook-enable.ts';
import { buildWebhookList } from './commands/webhook-list.ts';
import { buildWebhookRedeliver } from './commands/webhook-redeliver.ts';
import { buildWebhookTest } from './commands/webhook-test.ts';
import { buildWork } from './commands/work.ts';
import { exitCodeOf } from './exit-codes.ts';
import { reportFailure, reportUsage } from './failures.ts';

/**
 * Carries out one command line and answers the exit code: see docs/command.md. `debug` adds stacks to what is said of failures.
 */
export async function runCommand(argv: string[], context: Context, debug: boolean): Promise<number> {
  const json = argv.slice(0, argv.includes('--') ? argv.indexOf('--') : undefined).includes('--json');
  const usage: { detail?: string } = {};
  const program = buildProgram(context, (detail) => (usage.detail = detail));
  try {
    await program.parseAsync(argv, { from: 'user' });
    return context.exit.code;
  } catch (error) {
    if (!(error instanceof CommanderError)) {
      const failure = await context.operator.explain(error);
      reportFailure(context.terminal, failure, { json, debug });
      return exitCodeOf(failure);
    }
    if (error.exitCode === 0) return 0;
    if (usage.detail !== undefined) {
      reportUsage(context.terminal, usage.detail, { json, helpCommand: commandPath(program, argv) });
    }
    return 2;
  }
}

/** Every command, with its help; `complain` is told of wrong usage, which then is thrown as a `CommanderError`. */
export function buildProgram(context: Context, complain: (detail: string) => void): Command {
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
      writeOut: (text) => terminal.out(text),
      writeErr: (text) => terminal.err(text),
      outputError: (text) => complain(text.replace(/^error: /, '').trim()),
      getOutHelpWidth: () => Math.min(terminal.columns, 100),
      getErrHelpWidth: () => 100,
      getOutHasColors: () => terminal.colours.out,
      getErrHasColors: () => terminal.colours.err,
    })
    .addHelpText('after', '\nExamples:\n  $ copydesk demo\n  $ copydesk serve\n  $ copydesk job create --help');

  buildServe(program, context);
  buildWork(program, context);
  const project = program.command('project').description('The repositories that jobs work on.');
  buildProjectCreate(project, context);
  buildProjectList(project, context);
  buildProjectShow(project, context);
  buildProjectCheck(project, context);
  buildProjectSet(project, context);
  buildProjectDelete(project, context);
  buildProjectConnect(project, context);
  buildProjectContext(project, context);
  const model = program.command('model').description('The models that jobs are done by.');
  buildModelCheck(model, context);
  buildModelList(model, context);
  buildModelKey(model, context);
  const key = program.command('key').description('The API keys of clients.');
  buildKeyCreate(key, context);
  buildKeyList(key, context);
  buildKeyRotate(key, context);
  buildKeyRevoke(key, context);
  const job = program.command('job').description('The jobs of the agent.');
  buildJobCreate(job, context);
  buildJobMessage(job, context);
  buildJobShow(job, context);
  buildJobEvents(job, context);
  buildJobDiff(job, context);
  buildJobUsage(job, context);
  buildJobImpact(job, context);
  buildJobEffect(job, context);
  buildJobList(job, context);
  buildJobArchive(job, context);
  const views = program.command('views').description('The page views of the docs, people and AI apart.');
  buildViewsExport(views, context);
  buildViewsTables(views, context);
  buildViewsImport(views, context);
  buildViewsImports(views, context);
  buildViewsClassify(views, context);
  buildViewsReclassify(views, context);
  buildViewsRefreshRanges(views, context);
  buildViewsRefreshRules(views, context);
  const webhook = program.command('webhook').description('Who is told when a job has ended.');
  buildWebhookCreate(webhook, context);
  buildWebhookList(webhook, context);
  buildWebhookDelete(webhook, context);
  buildWebhookTest(webhook, context);
  buildWebhookDeliveries(webhook, context);
  buildWebhookRedeliver(webhook, context);
  buildWebhookEnable(webhook, context);
  const trigger = program.command('trigger').description('By what other programs start jobs.');
  buildTriggerCreate(trigger, context);
  buildTriggerList(trigger, context);
  buildTriggerRotate(trigger, context);
  buildTriggerDelete(trigger, context);
  const database = program
    .command('database')
    .description('The database: copies of it, and where it grows beyond one server.');
  buildDatabaseBackup(database, context);
  buildDatabaseRestore(database, context);
  buildDatabaseDistribute(database, context);
  buildDatabaseSlices(database, context);
  buildDoctor(program, context);
  buildSignIn(program, context);
  buildLogin(program, context);
  buildLogout(program, context);
  buildOpenApi(program, context);
  buildMcp(program, context);
  buildDemo(program, context);
  for (const group of [project, model, key, job, views, webhook, trigger, database]) {
    group.addHelpText('after', `\nExample:\n  $ copydesk ${group.name()} ${group.commands[0]?.name()} --help`);
  }
  return program;
}

/** `copydesk job create` for any command line that begins so. */
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
