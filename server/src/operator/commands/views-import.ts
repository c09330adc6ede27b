import { CopydeskError } from '@copydesk/contract';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { fieldNames, formatNames } from '../../analytics/import/formats/format.ts';
import type { FormatName, OwnFields } from '../../analytics/import/formats/format.ts';
import { addCommand } from '../command.ts';
import { type Context, printJson, withServices } from '../context.ts';
import { presentImport, tellImport } from '../import-outcome.ts';
import { openImportProgress } from '../output/import-progress.ts';
import { signalExitCode } from '../signals.ts';

export function buildViewsImport(group: Command, context: Context): void {
  addCommand(group, {
    usage: 'import <files...>',
    summary: 'Count the page views in access logs',
    description:
      'Reads the logs of web servers, compressed with gzip or not, or standard input for "-". A file that was imported ' +
      'before, also under another name, goes on where that ended, so each line counts once: import all logs again at any ' +
      'time.',
    examples: [
      'copydesk views import --project Handbook /var/log/nginx/access.log*',
      'copydesk views import --project Handbook --follow /var/log/caddy/access.log',
      'copydesk views import --project Handbook --dry-run old.log.gz',
      'aws s3 cp s3://logs/E1.2026-11-21.gz - | copydesk views import --project Handbook -',
    ],
  })
    .requiredOption('--project <id or name>', 'the project')
    .addOption(
      new Option('--format <format>', 'the format of the logs; auto goes by the first lines')
        .choices(['auto', ...formatNames])
        .default('auto'),
    )
    .option('--fields <names>', 'what the fields of JSON lines are called: userAgent=ua,status=code', parseFields)
    .option('--host <name>', 'the host of the pages, for logs that do not tell it', parseHost)
    .option('--follow', 'go on with what is appended, until interrupted')
    .option('--dry-run', 'tell what would be counted, and count nothing')
    .action((files: string[], options: ViewsImportOptions) => importViews(context, files, options));
}

interface ViewsImportOptions {
  project: string;
  format: FormatName | 'auto';
  fields?: OwnFields;
  host?: string;
  follow?: true;
  dryRun?: true;
  json?: true;
}

async function importViews(context: Context, files: string[], options: ViewsImportOptions): Promise<void> {
  const { terminal, exit } = context;
  if (options.fields !== undefined && !['auto', 'jsonl'].includes(options.format)) {
    throw new CopydeskError('invalid_request', '--fields is for JSON lines: say --format jsonl, or leave it out.');
  }
  const { follow = false, dryRun = false, format, fields, host } = options;
  const stop = new AbortController();
  const stopRequested = context.stopRequest();
  void stopRequested.then(() => stop.abort());
  const progress = openImportProgress(terminal, context.now, { follow });
  const summary = await withServices(context, async (services) => {
    const { id } = await services.findProject(options.project);
    const request = { files, format, fields, host, follow, dryRun, signal: stop.signal, report: progress };
    return await services.importViews(id, request, terminal.openInput);
  }).finally(() => progress.end());
  if (options.json) printJson(terminal, presentImport(summary, dryRun));
  else tellImport(terminal, summary, { dryRun });
  if (summary.files.some(({ error }) => error !== undefined)) exit.code = 1;
  // To be interrupted is how a log that is followed ends.
  else if (summary.stopped && !follow) exit.code = signalExitCode(await stopRequested);
}

/** `userAgent=request_user_agent,status=response.code` */
export function parseFields(text: string): OwnFields {
  const fields: OwnFields = {};
  for (const pair of text.split(',')) {
    const [, given, place] = /^([^=]+)=(.+)$/.exec(pair.trim()) ?? [];
    const name = fieldNames.find((known) => known === given);
    if (name === undefined || place === undefined) {
      throw new InvalidArgumentError(`Give pairs such as status=code, of ${fieldNames.join(', ')}.`);
    }
    fields[name] = place;
  }
  return fields;
}

function parseHost(text: string): string {
  if (/^[a-z\d](?:[a-z\d.-]*[a-z\d])?(?::\d{1,5})?$/i.test(text)) return text;
  throw new InvalidArgumentError('Give a name such as docs.example.com.');
}
