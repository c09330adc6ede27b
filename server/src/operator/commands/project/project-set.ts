import { CopydeskError } from '@copydesk/contract';
import type { Command } from 'commander';
import type { Project } from '../../../projects/project.ts';
import { addCommand } from '../../command.ts';
import { type Context, printJson, withServices } from '../../context.ts';
import { addGlobs, addOrigin, parseProviderModel, parseName, parsePeople } from '../../options.ts';
import { addCallOptions, callFields, callsOf } from '../../project/project-calls.ts';
import type { CallOptions } from '../../project/project-calls.ts';
import { addCheckOptions, checksOf, checkFields } from '../../project/project-checks.ts';
import type { CheckOptions } from '../../project/project-checks.ts';
import { addCiOptions, ciFields, ciOf } from '../../project/project-ci.ts';
import type { CiOptions } from '../../project/project-ci.ts';
import { addCommitOptions, commitFields, commitsOf } from '../../project/project-commits.ts';
import type { CommitOptions } from '../../project/project-commits.ts';
import { addMergingOptions, mergingFields, mergingOf, type MergingOptions } from '../../project/project-merging.ts';
import { addLimitOptions, limitFields, limitsOf } from '../../project/project-limits.ts';
import { addMandateOptions, mandateFields, mandateOf, type MandateOptions } from '../../project/project-mandate.ts';
import { addReportOptions, reportFields, reportsOf, type ReportOptions } from '../../project/project-reports.ts';
import {
  addReadabilityOptions,
  readabilityFields,
  readabilityOf,
  type ReadabilityOptions,
} from '../../project/project-readability.ts';
import { addReaderOptions, readerFields, readersOf, type ReaderOptions } from '../../project/project-readers.ts';
import type { LimitOptions } from '../../project/project-limits.ts';
import { agentFields, instructionsOf, parsePagesAt } from '../../project/project-instructions.ts';
import { paintFor } from '../../output/paint.ts';
import { printFields } from '../../output/table.ts';
import { presentProject } from '../../present.ts';
import { peopleFromOf } from './project-create.ts';
import { modelWarnings } from '../../project/model-warnings.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { printableLine } from '../../output/text-width.ts';

export function buildProjectSet(group: Command, context: Context): void {
  const command = addCommand(group, {
    usage: 'set <project>',
    summary: 'Change a project, by its id or name',
    description,
    examples,
  });
  addMandateOptions(
    addCallOptions(addCiOptions(addMergingOptions(addCommitOptions(addCheckOptions(addLimitOptions(command)))))),
  );
  addReadabilityOptions(addReportOptions(addReaderOptions(command)))
    .option('--name <name>', 'the name of it', parseName)
    .option('--repository <URL or path>', 'where its git repository is from now on')
    .option('--ref <branch>', 'the branch that pull requests go into')
    .option('--docs <folder>', 'the folder of the docs within the repository; . for all of it')
    .option('--model <model>', 'the model for its jobs, instead of COPYDESK_MODEL')
    .option('--helper-model <model>', 'a cheaper model that helps it; or none', parseProviderModel)
    .option(
      '--questions-model <model>',
      'a model that judges answers to the questions of the repository; or none',
      parseProviderModel,
    )
    .option('--origin <origin>', 'an origin whose pages may send views; may be given several times', addOrigin)
    .option('--no-origin', 'let no page send views')
    .option(
      '--allow <globs>',
      'what jobs may write besides the docs, with commas or several times; files that others obey by exact path only',
      addGlobs,
    )
    .option('--no-allow', 'let jobs write only the docs')
    .option('--people <side>', 'where people are counted: browser, server or either', parsePeople)
    .option('--instructions-from <file>', 'a file with instructions for every job; - for standard input')
    .option('--no-instructions', 'give the agent only the instructions of the repository')
    .option('--pages-at <path>', 'the path under which the docs are published, such as /docs', parsePagesAt)
    .option('--no-pages-at', "find the path out from the site's configuration and from the views")
    .action((project: string, options: ProjectSetOptions) => set(context, project, options));
}

const description =
  'A new repository, branch or docs folder is read first, and must contain docs. ' +
  'Browsers may send page views only from the given origins; they replace the earlier ones. ' +
  '--people says which side counts people on a site that has both the script and a middleware. A job that reaches ' +
  'a budget stops and keeps its work, and a message lets it continue; default removes a limit of the project, ' +
  'so that the limit of the installation applies. The model gets the instructions in every job, before the ' +
  "repository's AGENTS.md: at most 20,000 characters. --pages-at names the path under which the docs are published, " +
  'so that page views find their files. --checks says what happens to a job if the checks find that its change breaks the docs: ' +
  'with strict it fails; with draft, the default, its pull request opens as a draft if ' +
  'the model contests every remaining problem. --sign-off adds the line Signed-off-by of the author to each ' +
  'commit, which DCO checks require; with auto, the default, if the repository asks for it. --archive-on archives a ' +
  'job when its pull request is merged or closed; with never, the default, a message continues it ' +
  'in a new pull request. With --merge-by other, those who asked for a pull request of the local host may not merge ' +
  'it. --merge-policy lets Copydesk merge pull requests of its jobs that change nothing but links, misspelt words or redirects, ' +
  'if they are small, were left alone for a day, and checks have passed, unless other limits are given. ' +
  'If checks of its pull request fail at the code host, and not on the base branch, a job starts ' +
  'a turn by itself to correct that: --ci-rounds says how many in a row, by default two, and --ci-wait ' +
  'how long it waits for checks. --model applies to jobs that are created from then on; default removes it, ' +
  'so that COPYDESK_MODEL applies. --helper-model names a cheaper one that describes changes and reads long pages for it, ' +
  'from the next turn of each job on. --questions-model names one that judges whether pages answer the questions of the ' +
  'repository. --rule says who a reader is, before all rules of Copydesk itself: its pattern is a word ' +
  'of the user agent, in which * matches any text. Rules and exclusions replace the earlier ones, as origins do. ' +
  '--report announces each report to webhooks, and sends it to the addresses of --report-to, when its week or month is over. ' +
  '--readability-off switches off rules about how well AI can read the docs; they replace the earlier ones.';

const examples = [
  'copydesk project set Handbook --origin https://docs.example.com --origin https://www.example.com',
  'copydesk project set Handbook --repository https://git.example.com/acme/handbook --ref main --docs docs',
  'copydesk project set Handbook --people browser',
  'copydesk project set Handbook --no-origin',
  'copydesk project set Handbook --concurrency 2 --budget-usd 1.50 --budget-steps default',
  'copydesk project set Handbook --instructions-from style.md --pages-at /docs',
  'copydesk project set Handbook --checks strict --guard-views 500 --site-url https://docs.example.com',
  'copydesk project set Handbook --author "Docs Bot <docs-bot@example.com>" --sign-off always',
  'copydesk project set Handbook --merge-policy links,redirects --merge-after 48',
  'copydesk project set Handbook --merge-policy off',
  'copydesk project set Handbook --ci-rounds 1 --ci-wait 30',
  'copydesk project set Handbook --allow "docs/examples/**" --allow docs/conf.py',
  'copydesk project set Handbook --rule "name=Link check; pattern=acme-probe; class=bot" --exclude-path "/internal/*"',
  'copydesk project set Handbook --report week,month --report-to ada@example.com',
  'copydesk project set Handbook --readability-off code-language,heading-repeated',
  'copydesk project set Handbook --page-code mark --new-hosts refuse',
  'copydesk project set Handbook --refuse-files-over 500 --refuse-deleted-over 10 --refuse-bytes-over none',
  'copydesk project set Handbook --effort high --max-output-tokens 16000',
  'copydesk project set Handbook --model anthropic/claude-sonnet-5-5 --helper-model anthropic/claude-haiku-4-5',
  'copydesk project set Handbook --questions-model anthropic/claude-haiku-4-5',
];

interface ProjectSetOptions
  extends
    LimitOptions,
    CheckOptions,
    CommitOptions,
    MergingOptions,
    CiOptions,
    CallOptions,
    MandateOptions,
    ReaderOptions,
    ReportOptions,
    ReadabilityOptions {
  name?: string;
  repository?: string;
  ref?: string;
  docs?: string;
  /** False for --no-origin. */
  origin?: string[] | false;
  /** False for --no-allow. */
  allow?: string[] | false;
  people?: ReturnType<typeof parsePeople>;
  model?: string;
  /** False for `none`. */
  helperModel?: string | false;
  /** False for `none`. */
  questionsModel?: string | false;
  instructionsFrom?: string;
  /** False for --no-instructions. */
  instructions?: false;
  /** False for --no-pages-at. */
  pagesAt?: string | false;
  json?: true;
}

async function set(context: Context, idOrName: string, options: ProjectSetOptions) {
  const { terminal } = context;
  const change = await changeOf(options, terminal);
  if (Object.values(change).every((value) => value === undefined)) throw nothingToChange();
  const { project, warnings } = await withServices(context, async (services) => {
    const id = await services.projectIdOf(idOrName);
    const changed = await services.setProject(id, change);
    return { project: changed, warnings: await modelWarnings(services, id, change) };
  });
  for (const warning of warnings) terminal.err(`${printableLine(warning)}\n`);
  if (options.json) return printJson(terminal, presentProject(project));
  terminal.out(`Changed the project ${paintFor(terminal.colours.out).strong(printableLine(project.name))}\n`);
  printFields(terminal, shownFields(project));
}

async function changeOf(options: ProjectSetOptions, terminal: Terminal) {
  const { name, repository, ref, docs: docsFolder, origin, allow, people, pagesAt } = options;
  const { model, helperModel, questionsModel } = options;
  return {
    name,
    repository,
    ref,
    docsFolder,
    origins: origin === false ? [] : origin,
    allow: allow === false ? [] : allow,
    peopleFrom: peopleFromOf(people),
    limits: limitsOf(options),
    instructions: await instructionsOf(options, terminal),
    pagesAt: pagesAt === false ? null : pagesAt,
    ...checksOf(options),
    ...commitsOf(options),
    ...mergingOf(options),
    ...ciOf(options),
    ...callsOf(options),
    ...mandateOf(options),
    ...readersOf(options),
    ...reportsOf(options),
    ...readabilityOf(options),
    model: model === 'default' ? null : model,
    helperModel: helperModel === false ? null : helperModel,
    questionsModel: questionsModel === false ? null : questionsModel,
  };
}

function nothingToChange(): CopydeskError {
  return new CopydeskError(
    'invalid_request',
    'Say what to change: --name, --repository, --ref, --docs, --model, --helper-model, --questions-model, --origin, --no-origin, --allow, --no-allow, --people, --concurrency, a budget, --instructions-from, ' +
      '--no-instructions, --pages-at, --no-pages-at, --checks, --guard-views, --site-url, --no-site-url, --author, --no-author, --sign-off, ' +
      '--effort, --max-output-tokens, --temperature, --parallel-calls, --images, --max-changed-files, --max-changed-lines, --archive-on, --merge-by, --merge-policy, --merge-files, --merge-lines, --merge-after, --merge-checks, ' +
      '--page-code, --new-hosts, --install-commands, --refuse-files-over, --refuse-bytes-over, --refuse-deleted-over, --rule, --no-rule, --exclude-address, --exclude-path, --exclude-user-agent, --new-paths-per-day, --report, --report-to, --no-report-to, --readability-off, --ci-rounds or --ci-wait.',
  );
}

function shownFields(project: Project): Parameters<typeof printFields>[1] {
  return [
    ['id', project.id],
    ['repository', project.repository],
    ['branch', project.ref],
    ['docs', project.docsFolder || undefined],
    ['model', project.model ?? undefined],
    ['helper model', project.helperModel ?? undefined],
    ['questions model', project.questionsModel ?? undefined],
    ['origins', project.origins.join(', ') || 'none'],
    ['people', presentProject(project).peopleFrom],
    ['allows', project.allow.join(', ') || undefined],
    ...readerFields(project),
    ...reportFields(project),
    ...readabilityFields(project),
    ...mandateFields(project),
    ...checkFields(project),
    ...commitFields(project),
    ...mergingFields(project),
    ...ciFields(project),
    ...callFields(project),
    ...limitFields(project),
    ...agentFields(project),
  ];
}
