import { dropReasons } from '@copydesk/contract';
import type { DropReason } from '@copydesk/contract';
import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import { openClassifier } from '../../../analytics/classify/classifier.ts';
import { explainRule, whatWouldChange } from '../../../analytics/classify/explain.ts';
import type { ExplainedRule } from '../../../analytics/classify/explain.ts';
import { openJudge } from '../../../analytics/classify/judge.ts';
import { addressNumber } from '../../../analytics/classify/networks/address.ts';
import type { PageRequest, Reader } from '../../../analytics/classify/reader.ts';
import { exclusionOf, compileSettings } from '../../../analytics/collect/own-settings.ts';
import { pagePath } from '../../../analytics/collect/page-path.ts';
import type { Project } from '../../../projects/project.ts';
import { addCommand } from '../../command.ts';
import { type Context, printJson, withServices } from '../../context.ts';
import { readLogLine } from '../../terminal/log-line.ts';
import { printFields } from '../../output/table.ts';
import { printableLine } from '../../output/text-width.ts';

export function buildViewsClassify(group: Command, context: Context): void {
  addCommand(group, {
    usage: 'classify <reader>',
    summary: 'Say what a reader counts as, and why',
    description:
      'Give a user agent, or a whole line of an access log in the combined format, with its address and path. It stores nothing, ' +
      'needs a database only for --project, and checks no signature.',
    examples: [
      'copydesk views classify "Claude-User (claude-code/2.1.260; +https://support.anthropic.com/)"',
      'copydesk views classify "axios/1.8.4" --header "accept: text/markdown, text/html, */*"',
      'copydesk views classify "Mozilla/5.0 (compatible; GPTBot/1.3)" --ip 20.171.206.7',
      'copydesk views classify "acme-probe/2.0" --project Handbook',
    ],
  })
    .option('--header <name: value>', 'a header of the request; may be repeated', parseHeader)
    .option('--ip <address>', 'the address of the reader', parseAddress)
    .option('--path <path>', 'the requested path')
    .option('--project <id or name>', 'also use the rules of this project; this reads the database')
    .action((text: string, options: ClassifyOptions) => classify(context, text, options));
}

interface ClassifyOptions {
  header?: Record<string, string>;
  ip?: string;
  path?: string;
  project?: string;
  json?: true;
}

async function classify(context: Context, text: string, options: ClassifyOptions): Promise<void> {
  const { operator, now } = context;
  const [rules, ranges] = [await operator.readerRules(), await operator.addressRanges()];
  const pageRequest = pageRequestOf(text, options, now());
  const project = options.project === undefined ? undefined : await projectOf(context, options.project);
  const own = project && compileSettings(project);
  const reader = await openClassifier({ judge: openJudge(rules), now, ranges }).classify(pageRequest, own?.rules);
  const rule = explainRule(rules, reader.verdict.rule, project?.readerRules);
  const changes = whatWouldChange(pageRequest, reader, { rules, ranges });
  const excluded = own && exclusionOf(own, { ...pageRequest, path: askedPath(text, options) });
  if (options.json) {
    const { verdict, rules: version } = reader;
    return printJson(context.terminal, { ...verdict, rules: version, why: rule, excluded: excluded ?? null, changes });
  }
  printExplanation(context, { reader, rule, changes, excluded });
}

async function projectOf(context: Context, idOrName: string): Promise<Project> {
  return await withServices(context, async (services) => await services.findProject(idOrName));
}

function askedPath(text: string, { path }: ClassifyOptions): string {
  const page = pagePath(path ?? readLogLine(text)?.path ?? '/');
  return 'drop' in page ? '' : page.path;
}

function pageRequestOf(text: string, { header, ip, path }: ClassifyOptions, now: Date): PageRequest {
  const line = readLogLine(text);
  const asked = path ?? line?.path ?? '/';
  return {
    userAgent: line?.userAgent ?? text,
    headers: header,
    address: ip ?? line?.address,
    markdownPath: /\.mdx?$/i.test(asked.replace(/[?#].*$/, '')),
    url: undefined,
    at: now.getTime(),
    source: 'import',
  };
}

interface Explanation {
  reader: Reader;
  rule: ExplainedRule | undefined;
  changes: string[];
  /** Why the project does not count it. */
  excluded: DropReason | undefined;
}

function printExplanation({ terminal }: Context, { reader, rule, changes, excluded }: Explanation): void {
  const { verdict } = reader;
  printFields(terminal, [
    ['class', verdict.class],
    ['agent', verdict.agent ?? undefined],
    ['operator', verdict.operator ?? undefined],
    ['purpose', verdict.purpose ?? undefined],
    ['verification', verdict.verification ?? undefined],
    ['rule', verdict.rule],
    ['why', rule?.why],
    ['source', rule?.source == null ? undefined : `${rule.source}${rule.date === null ? '' : ` (${rule.date})`}`],
    ['left out', excluded && dropReasons[excluded]],
    ['stored as', reader.evidence.userAgent],
    ['rules of', reader.rules],
  ]);
  if (changes.length > 0) terminal.out('\nWhat would change it:\n');
  for (const change of changes) terminal.out(`  ${printableLine(change)}\n`);
}

function parseHeader(text: string, before: Record<string, string> | undefined): Record<string, string> {
  const [, name, value] = /^([\w-]+)\s*:\s*(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw new InvalidArgumentError('Give a name and a value, such as "accept: text/markdown".');
  }
  return { ...before, [name.toLowerCase()]: value };
}

function parseAddress(text: string): string {
  if (addressNumber(text) === undefined) throw new InvalidArgumentError(`"${text}" is not an IP address.`);
  return text;
}
