import { CopydeskError, sourceNames } from '@copydesk/contract';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { fieldNames, formatNames } from '../../../analytics/import/formats/format.ts';
import type { FormatName, OwnFields } from '../../../analytics/import/formats/format.ts';
import { type Context, printJson, withServices } from '../../context.ts';
import { presentImport, printImport } from '../../view/import-outcome.ts';
import { openImportProgress } from '../../output/import-progress.ts';
import { signalExitCode } from '../../terminal/signals.ts';
import { importFromElsewhere, parseDay } from './views-import-elsewhere.ts';
import type { ElsewhereOptions } from './views-import-elsewhere.ts';
import { addProjectCommand } from '../../project/project-option.ts';

export function buildViewsImport(group: Command, context: Context): void {
  addProjectCommand(group, context, {
    usage: 'import <files...>',
    summary: 'Count the page views in access logs, or import those of another product',
    description:
      'Reads the logs of web servers, compressed with gzip or not, or standard input for "-". A file that was imported ' +
      'before, also under another name, continues where that import ended, so each line counts once: import all logs again at any ' +
      'time. With --from the files are exports of another product, whose counts are imported and marked as its own.',
    examples: [
      'copydesk views import --project Handbook /var/log/nginx/access.log*',
      'copydesk views import --project Handbook --follow /var/log/caddy/access.log',
      'copydesk views import --project Handbook --dry-run old.log.gz',
      'copydesk views import --project Handbook --from plausible example_com_20261121.zip',
      'aws s3 cp s3://logs/E1.2026-11-21.gz - | copydesk views import --project Handbook -',
    ],
  })
    .addOption(
      new Option('--format <format>', 'the format of the logs; auto detects it from the first lines')
        .choices(['auto', ...formatNames])
        .default('auto'),
    )
    .option('--fields <names>', 'the names of the fields of JSON lines: userAgent=ua,status=code', parseFields)
    .option('--host <name>', 'the host of the pages, for logs that do not contain it', parseHost)
    .option('--follow', 'continue with appended lines, until interrupted')
    .addOption(new Option('--from <product>', 'import counts of another product, from its export').choices(sourceNames))
    .option('--date <day>', 'with --from: the day of all counts, for exports that tell none', parseDay)
    .option('--until <day>', 'with --from: leave out days from this one on', parseDay)
    .option('--counted-days', 'with --from: take also days on which Copydesk has counted the same readers')
    .option('--dry-run', 'say what would be counted, and count nothing')
    .action(async (files: string[], options: ViewsImportOptions) => {
      const { from, ...rest } = options;
      if (from === undefined) await importViews(context, files, options);
      else await importFromElsewhere(context, files, { ...rest, from });
    });
}

interface ViewsImportOptions extends Partial<ElsewhereOptions> {
  project?: string;
  format: FormatName | 'auto';
  fields?: OwnFields;
  follow?: true;
}

async function importViews(context: Context, files: string[], options: ViewsImportOptions): Promise<void> {
  const { terminal, exit } = context;
  if (options.date !== undefined || options.until !== undefined || options.countedDays) {
    throw new CopydeskError('invalid_request', '--date, --until and --counted-days are for --from <product>.');
  }
  if (options.fields !== undefined && !['auto', 'jsonl'].includes(options.format)) {
    throw new CopydeskError(
      'invalid_request',
      '--fields is for JSON lines: give --format jsonl, or leave --fields out.',
    );
  }
  const { follow = false, dryRun = false, format, fields, host } = options;
  const stop = new AbortController();
  const stopRequested = context.stopRequest();
  void stopRequested.then(() => stop.abort());
  const progress = openImportProgress(terminal, context.now, { follow });
  const summary = await withServices(context, async (services) => {
    const id = await services.projectIdOf(options.project);
    const request = { files, format, fields, host, follow, dryRun, signal: stop.signal, report: progress };
    return await services.importViews(id, request, terminal.openInput);
  }).finally(() => progress.end());
  if (options.json) printJson(terminal, presentImport(summary, dryRun));
  else printImport(terminal, summary, { dryRun });
  if (summary.files.some(({ error }) => error !== undefined)) exit.code = 1;
  // An interrupt is the normal end of following a log.
  else if (summary.stopped && !follow) exit.code = signalExitCode(await stopRequested);
}

/** Parses `userAgent=request_user_agent,status=response.code`. */
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
