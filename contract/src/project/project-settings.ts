import { z } from 'zod';
import { TypedEmailAddress } from '../person/people.ts';
import { MergePolicyPatch } from '../job/merge-policy.ts';
import { AddressBlock, PathPattern, UserAgentPattern } from '../reader/reader-patterns.ts';
import { ReaderRules } from '../reader/reader-rules.ts';
import { ReadabilityRule, readabilityRules } from './readability-rules.ts';
import { ReportPeriod } from '../reader/reports.ts';

/** A name that people give: one line, without white space around it. */
export const ProjectName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must be one line without control characters');

const Address = z
  .string()
  .trim()
  .min(1)
  .max(2_000)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must be one line without control characters');

const Branch = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[^\p{Cc}\p{Cs}\s]*$/u, 'must be the name of a branch')
  .refine((name) => !noBranch.test(name), 'must be the name of a branch, as git allows them');

/** What git refuses in a branch name (https://git-scm.com/docs/git-check-ref-format). */
const noBranch = /^[-/]|^@$|(?:^|\/)\.|\.\.|\/\/|@\{|[~^:?*[\\]|\.lock(?:\/|$)|[./]$/;

const Folder = z
  .string()
  .trim()
  .max(500)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must be a folder within the repository');

const Model = z
  .string()
  .trim()
  .max(200)
  .regex(/^[a-z][a-z0-9-]*\/[^\s\p{Cc}\p{Cs}]+$/u, 'must be provider/name, such as builtin/copyeditor');

/** The built-in model cannot help others: it writes for nobody and answers no question about a page. */
const HelperModel = Model.regex(
  /^(?!builtin\/)/,
  'must be the model of a provider, such as anthropic/claude-haiku-4-5',
);

/**
 * A path from the root of the repository, with `*`, `**` and `?`. Only few stars, since many would make matching slow.
 */
const Glob = z
  .string()
  .trim()
  .min(1)
  .max(300)
  .regex(/^[^\\\p{Cc}\p{Cs}]+$/u, 'must be one line without backslashes and control characters')
  .regex(/^(?!\/)(?!.*\/(?:\/|$))(?!(?:.*\/)?\.{1,2}(?:\/|$))/, 'must be a path from the top of the repository')
  .regex(/^(?:[^*]*\*{1,2}){0,4}[^*]*$/, 'may have up to four times * or **');

/** `https://docs.example.com`, as browsers write it. */
const Origin = z
  .string()
  .max(300)
  .transform((text, context) => {
    const url = URL.parse(text.trim());
    if (url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href) return url.origin;
    context.addIssue({ code: 'custom', message: 'must be an origin such as https://docs.example.com' });
    return z.NEVER;
  })
  .meta({ type: 'string' });

/** Turns `/docs/` into `/docs`, and `/` into ''. */
const PagesAt = z
  .string()
  .max(500)
  .regex(/^\/(?!.*\/\/)[^?#\s\p{Cc}\p{Cs}]*$/u, 'must be a path such as /docs, or / for the top of the host')
  .transform((text) => text.replace(/\/$/, ''))
  .meta({ type: 'string' });

const SiteUrl = z
  .string()
  .max(2_000)
  .transform((text, context) => {
    const url = URL.parse(text.trim());
    const isAddress = url !== null && /^https?:\/\//i.test(text.trim()) && url.username === '' && url.password === '';
    if (isAddress && !/[?#]/.test(text)) return url.href.replace(/\/+$/, '');
    const message = 'must be an address such as https://docs.example.com, without a user, query or fragment';
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  })
  .meta({ type: 'string' });

/** `Docs Bot <docs-bot@example.com>`, as git writes the author of a commit. */
const CommitAuthor = z
  .string()
  .trim()
  // The pattern is for short texts: for 250,000 letters it would take many minutes.
  .max(300, { abort: true })
  .regex(
    /^[^<>\p{Cc}\p{Cs}]*[\p{L}\p{N}][^<>\p{Cc}\p{Cs}]* <[^\s<>@\p{Cc}\p{Cs}]+@[^\s<>@\p{Cc}\p{Cs}]+>$/u,
    'must be a name and an address, such as Docs Bot <docs-bot@example.com>',
  );

export const SignOff = z.enum(['auto', 'always', 'never']);

export const Effort = z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']);
export const Images = z.enum(['auto', 'on', 'off']);
export const MergeBy = z.enum(['anyone', 'other']);

export const SharedFiles = z.enum(['tell', 'wait']);

export const EffectComment = z.enum(['off', 'on']);

/** Rules for AI readers that a project does not want. */
export const ReadabilityOff = z.array(ReadabilityRule).max(readabilityRules.length);

export const ReportPeriods = z.array(ReportPeriod).max(2);

/**
 * How code that a change adds to pages is handled. `auto`: refused where it runs when the site is built, otherwise
 * reported.
 */
export const PageCode = z.enum(['auto', 'refuse', 'mark', 'allow']);
/** How hosts and install commands that a change adds are handled. */
export const NewNames = z.enum(['refuse', 'mark', 'allow']);
export const ArchiveOn = z.array(z.enum(['merge', 'close'])).max(2);

export const PeopleFrom = z.enum(['browser', 'server']);

const upTo = (most: number) => z.int().min(1).max(most).nullable();

/** The limits of a project's jobs; null for the installation's default. */
export const ProjectLimits = z.object({
  concurrency: upTo(10_000).describe('How many jobs are in progress at once'),
  steps: upTo(1_000_000).describe('Model calls after which a job stops'),
  tokens: upTo(1_000_000_000_000).describe('Tokens after which a job stops, read and written'),
  usd: z.number().min(0.000001).max(9_999_999).nullable().describe('US dollars after which a job stops'),
  minutes: upTo(1_000_000).describe('Minutes of work after which a job stops'),
});

/** The settings of a project, by field name. */
export const projectSettings = {
  model: Model.nullable().describe('The model of new jobs; null for that of the installation'),
  helperModel: HelperModel.nullable().describe(
    'A cheaper model that describes changes and reads long pages for the main model; null for none',
  ),
  questionsModel: HelperModel.nullable().describe(
    'The model that judges whether pages answer the questions of the repository, also before and after the change of a job; null for none',
  ),
  origins: z
    .array(Origin)
    .max(50)
    .describe('Origins whose browsers may send views without a key; replaces the whole list'),
  peopleFrom: PeopleFrom.nullable().describe('Which side counts people if both could; null for both'),
  readerRules: ReaderRules.describe(
    'Own rules on who reads; they come before all other rules, and the first match decides',
  ),
  excludeAddresses: z.array(AddressBlock).max(100).describe('Addresses and blocks whose views are not counted'),
  excludePaths: z.array(PathPattern).max(100).describe('Paths whose views are not counted; `*` matches any text'),
  excludeUserAgents: z
    .array(UserAgentPattern)
    .max(100)
    .describe('Words of user agents whose views are not counted; `*` matches any text'),
  newPathsPerDay: z
    .int()
    .min(0)
    .max(10_000_000)
    .describe('How many new paths of one day are counted by name; more count as `(other)`'),
  instructions: z
    .string()
    .max(40_000)
    .describe('Instructions that the agent follows in every job, up to 20,000 characters'),
  pagesAt: PagesAt.nullable().describe('The path under which the docs are published; null: Copydesk finds it out'),
  checks: z.enum(['strict', 'draft']).describe('What happens to a change if the checks find that it breaks the docs'),
  guardViews: z
    .int()
    .min(0)
    .max(1_000_000_000)
    .describe('A lost address with at least this many views in 30 days is an error; 0 for never'),
  siteUrl: SiteUrl.nullable().describe('Where the site is published; null if unknown'),
  commitAuthor: CommitAuthor.nullable().describe('Who commits, as `Name <address>`; null for Copydesk itself'),
  signOff: SignOff.describe('Whether commits are signed off; `auto`: if the repository asks for it'),
  maxOutputTokens: upTo(1_000_000).describe(
    "Maximum tokens of one answer of the model; null for its provider's default",
  ),
  effort: Effort.nullable().describe("How long the model thinks; null for its provider's default"),
  temperature: z
    .number()
    .min(0)
    .max(2)
    .nullable()
    .describe("The temperature of the model; null for its provider's default"),
  parallelCalls: z
    .boolean()
    .nullable()
    .describe("Whether the model may call several tools in one answer; null for its provider's default"),
  images: Images.describe('Whether the model gets images; `auto`: if it is known to accept them'),
  maxChangedFiles: upTo(1_000_000).describe('Maximum files of a pull request that reviewers want; null for any number'),
  maxChangedLines: upTo(1_000_000_000).describe(
    'Maximum changed lines of a pull request that reviewers want; null for any number',
  ),
  refuseFilesOver: upTo(1_000_000).describe('A change of more files is refused as too large; null for never'),
  refuseBytesOver: upTo(1_000_000_000).describe(
    'A change with more bytes of new contents, counting changed files whole, is refused as too large; null for never',
  ),
  refuseDeletedOver: upTo(99).describe(
    'Percent of the pages that a change may delete; five pages are always allowed; more is refused; null for any',
  ),
  allow: z
    .array(Glob)
    .max(50)
    .describe('Globs of what jobs may write besides the docs; files that other programs obey need their exact path'),
  pageCode: PageCode.describe(
    'Code that a change adds to pages; `auto`: refused if it runs when the site is built, else reported to reviewers',
  ),
  newHosts: NewNames.describe('Hosts that the docs did not name; `mark`: reported to reviewers'),
  installCommands: NewNames.describe('Install commands that the docs did not have; `mark`: reported to reviewers'),
  archiveOn: ArchiveOn.describe(
    'Which end of its pull request archives a job; otherwise a message continues it in a new pull request',
  ),
  mergeBy: MergeBy.describe(
    'Who merges at the local host: anyone who may, or somebody other than those who asked; only `admin` may change it',
  ),
  sharedFiles: SharedFiles.describe(
    'What a job does if its change touches files of another open pull request: its own mentions the other, or it waits until that ' +
      'is merged or closed, at most 72 hours',
  ),
  effectComment: EffectComment.describe(
    'Whether Copydesk posts the effect of a merged pull request on page views there as a comment, once, 14 whole days after the merge',
  ),
  mergePolicy: MergePolicyPatch.nullable().describe(
    'When Copydesk merges pull requests of its jobs without a person; null for never; changed by `admin` alone',
  ),
  readabilityOff: ReadabilityOff.describe(
    'Rules about how well AI can read the docs that the project has switched off',
  ),
  reportPeriods: ReportPeriods.describe(
    'Reports that are announced to webhooks and sent by e-mail when their week or month is over; none unless set',
  ),
  reportRecipients: z
    .array(TypedEmailAddress)
    .max(20)
    .describe('Addresses that these reports are sent to, where the installation sends mail'),
  ciRounds: z
    .int()
    .min(0)
    .max(10)
    .describe('How many turns in a row a job starts by itself to correct what checks of its pull request find'),
  ciWaitMinutes: z.int().min(1).max(1_440).describe('How long a job waits for such checks'),
};

/** The place of the docs in git. */
export const projectPlace = {
  repository: Address.describe(
    'A URL; or, with the scope `admin` or as an owner, the path of a repository in a folder that the operator of Copydesk allows',
  ),
  ref: Branch.describe('The branch that pull requests go into'),
  docsFolder: Folder.describe('The folder of the docs within the repository; empty for the whole repository'),
};
