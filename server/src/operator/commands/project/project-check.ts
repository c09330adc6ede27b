import { Option, type Command } from 'commander';
import { addProjectCommand } from '../../project/project-option.ts';
import type { ProjectArgument } from '../../project/project-option.ts';
import { type Context, printJson, withServices } from '../../context.ts';
import type { CheckedProblem, ProjectCheck } from '../../checked-docs.ts';
import { notKnown } from '../../output/coverage.ts';
import { paintFor } from '../../output/paint.ts';
import { sarifLog } from '../../output/sarif.ts';
import { count } from '../../output/diff.ts';
import { whileWaiting } from '../../output/status-line.ts';
import { printableLine } from '../../output/text-width.ts';

export function buildProjectCheck(group: Command, context: Context): void {
  addProjectCommand(group, context, {
    usage: 'check [project]',
    summary: 'Check the current docs of a project: links, anchors, navigation, titles',
    description:
      'Fetches the branch first. Reports what it cannot judge, and why: a link that a program computes, or ' +
      'pages that a plugin may add. The sitemap of the published site (see --site-url) and page views of the last 90 days ' +
      'help to judge some. It says that there are no broken links only if it judged all. The exit code ' +
      'is 1 if there are errors, and 0 if there are only warnings.',
    examples: [
      'copydesk project check Handbook',
      'copydesk project check Handbook --ref next --json',
      'copydesk project check Handbook --format sarif > docs.sarif',
    ],
  })
    .addOption(
      new Option('--format <format>', 'the format: sarif is for code hosts and editors (SARIF 2.1.0)')
        .choices(['table', 'json', 'sarif'])
        .default('table'),
    )
    .option('--ref <branch>', 'another branch than the one that jobs start from')
    .action((named: string | undefined, options: CheckOptions) => check(context, named ?? options.project, options));
}

interface CheckOptions extends ProjectArgument {
  format: 'table' | 'json' | 'sarif';
  ref?: string;
}

async function check(
  context: Context,
  idOrName: string | undefined,
  { format, ref, json }: CheckOptions,
): Promise<void> {
  const { terminal, operator } = context;
  const checked = await withServices(context, async (services) => {
    const { id, name } = await services.findProject(idOrName);
    const isQuiet = json === true || format !== 'table';
    const what = `Fetching and checking ${name}`;
    if (!isQuiet && !terminal.interactive.err) terminal.err(`${printableLine(what)} …\n`);
    return await whileWaiting(context, { what, json: isQuiet }, async () => await services.checkProject(id, ref));
  });
  if (checked.problems.some(({ severity }) => severity === 'error')) context.exit.code = 1;
  if (format === 'sarif') return printJson(terminal, sarifLog(checked, operator.version));
  if (json || format === 'json') return printJson(terminal, checked);
  printTable(context, checked);
}

function printTable({ terminal }: Context, { ref, commit, site, problems, coverage }: ProjectCheck): void {
  const paint = paintFor(terminal.colours.out);
  const colours = { error: paint.bad, warning: paint.careful };
  let path = '';
  for (const problem of problems) {
    if (problem.path !== path) terminal.out(`${path === '' ? '' : '\n'}${paint.strong(printableLine(problem.path))}\n`);
    path = problem.path;
    const place = paint.faint(`${problem.line}`.padStart(6));
    const severity = colours[problem.severity](problem.severity.padEnd(7));
    terminal.out(`${place}  ${severity}  ${printableLine(problemText(problem))}  ${paint.faint(problem.rule)}\n`);
  }
  if (problems.length > 0) terminal.out('\n');
  for (const line of notKnown(coverage)) terminal.out(`${paint.careful(printableLine(line))}\n`);
  terminal.out(`${summary(problems, coverage)}\n`);
  terminal.err(`${site.label}, ${count(site.pages, 'page')}, ${ref} at ${commit.slice(0, 10)}.\n`);
}

function problemText({ message, subject, suggestion }: CheckedProblem): string {
  const mending = suggestion === undefined ? '' : ` Did you mean ${suggestion}?`;
  return `${message}${subject === undefined ? '' : ` (${subject})`}.${mending}`;
}

/** Claims that there are no broken links only when all links were judged. */
function summary(problems: CheckedProblem[], { links, notJudged }: ProjectCheck['coverage']): string {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const found =
    problems.length === 0
      ? 'No problem was found'
      : `${count(errors, 'error')} and ${count(problems.length - errors, 'warning')}`;
  const open = notJudged.reduce((sum, reason) => sum + reason.count, 0);
  if (open > 0) return `${found}; ${open} of ${count(links, 'link')} could not be judged.`;
  const broken = problems.some(({ rule }) => /^(?:link|anchor|image)-/.test(rule));
  const all = links === 1 ? 'The only link was judged' : `All ${count(links, 'link')} were judged`;
  return `${found}. ${all}${broken ? '' : '; there are no broken links'}.`;
}
