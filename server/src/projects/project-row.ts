import { ReadabilityRule, ReaderRule } from '@copydesk/contract';
import { z } from 'zod';
import { MergePolicy } from './merge-policy.ts';

/** A docs repository and its settings. */
export interface Project {
  id: string;
  organisationId: string;
  name: string;
  /** `url`: a git server; `path`: a repository on this machine; `kept`: one that Copydesk created and keeps. */
  repositoryKind: RepositoryKind;
  /** The URL without credentials, or the absolute path. */
  repository: string;
  /** The target branch of pull requests. */
  ref: string;
  /** The folder of the docs within the repository, `''` for all of it. */
  docsFolder: string;
  /** The model of its jobs; null for the installation's default. */
  model: string | null;
  /** A cheaper model that describes changes and reads long pages for the main one; null for none. */
  helperModel: string | null;
  /** The model that judges whether pages answer the repository's questions; null for none. */
  questionsModel: string | null;
  createdAt: Date;
  /** The number that page views refer to. */
  number: number;
  /** Origins whose browsers may send views without a key, such as `https://docs.example.com`. */
  origins: string[];
  /** Which side counts people; null when nothing was chosen: both count them. */
  peopleFrom: PeopleFrom | null;
  /** The project's own rules on readers, checked before all others; the first match decides. */
  readerRules: ReaderRule[];
  /**
   * Views that are not counted: those of addresses and address blocks, and those that match patterns (with `*`) of
   * paths and user agents.
   */
  excludeAddresses: string[];
  excludePaths: string[];
  excludeUserAgents: string[];
  /** How many new paths a day may add; further ones are counted as `(other)`. */
  newPathsPerDay: number;
  limits: ProjectLimits;
  /** Instructions of its people to the agent, in their own words; `''` for none. */
  instructions: string;
  /**
   * Where the docs begin on their host, such as `/docs`, or `''` for the root; null when the site's configuration
   * defines it.
   */
  pagesAt: string | null;
  checks: ChecksSetting;
  /** From how many views in 30 days the loss of an address is an error; 0 for never. */
  guardViews: number;
  /**
   * The address of the published site, such as `https://docs.example.com`, without a trailing slash; null when it is
   * not set.
   */
  siteUrl: string | null;
  /** The author of commits, as git writes it: `Docs Bot <docs-bot@example.com>`; null for Copydesk itself. */
  commitAuthor: string | null;
  signOff: SignOff;
  /** How the model is called. Null means the provider's default. */
  maxOutputTokens: number | null;
  effort: Effort | null;
  /** From 0 to 2. */
  temperature: number | null;
  /** Whether one answer may call several tools. */
  parallelCalls: boolean | null;
  images: ImagesSetting;
  /** The maximum size of a pull request that its reviewers want; null for any. */
  maxChangedFiles: number | null;
  maxChangedLines: number | null;
  /** The number of files, and of bytes of new contents, above which a change is refused; null for never. */
  refuseFilesOver: number | null;
  refuseBytesOver: number | null;
  /** The maximum percentage of the pages that a change may delete; null for any. */
  refuseDeletedOver: number | null;
  /** Globs of files outside the docs that its jobs may write. */
  allow: string[];
  /** What happens to code, hosts and install commands that a change adds to the docs. */
  pageCode: PageCode;
  newHosts: NewNames;
  installCommands: NewNames;
  archiveOn: ArchiveOn;
  mergeBy: MergeBy;
  /** What a job does when its change touches files of another open pull request. */
  sharedFiles: SharedFiles;
  /** Whether the effect of a merged pull request is posted there as a comment. */
  effectComment: EffectComment;
  /** When pull requests of its jobs are merged without a person; null for never. */
  mergePolicy: MergePolicy | null;
  /** Rules about how well AI can read the docs that are switched off. */
  readabilityOff: ReadabilityOff;
  /** Which reports are sent when their week or month is over, and to which e-mail addresses. */
  reportPeriods: ReportPeriods;
  reportRecipients: string[];
  /** How many turns in a row a job begins by itself to fix what checks of its pull request find; 0 for none. */
  ciRounds: number;
  /** How many minutes to wait for those checks. */
  ciWaitMinutes: number;
  /** Counts changes of the settings. */
  revision: number;
}

/** Whether commits are signed off. `auto`: when the repository asks for it. */
export type SignOff = z.infer<typeof SignOff>;

const SignOff = z.enum(['auto', 'always', 'never']);

/**
 * What happens to code that a change adds to pages. `auto`: refused when it runs during the build of the site, else
 * reported.
 */
export type PageCode = z.infer<typeof PageCode>;

const PageCode = z.enum(['auto', 'refuse', 'mark', 'allow']);

/** What happens to new names in a change: hosts, and what the pages ask readers to install. */
export type NewNames = z.infer<typeof NewNames>;

const NewNames = z.enum(['refuse', 'mark', 'allow']);

/** Which outcomes of its pull request archive a job. */
export type ArchiveOn = z.infer<typeof ArchiveOn>;

const ArchiveOn = z.array(z.enum(['merge', 'close']));

/** Who may merge pull requests of the local host: anyone with permission, or only people other than those who asked. */
export type MergeBy = z.infer<typeof MergeBy>;

const MergeBy = z.enum(['anyone', 'other']);

/**
 * What a job does when its change touches files of another open pull request: reports it, or waits until that one is
 * closed.
 */
export type SharedFiles = z.infer<typeof SharedFiles>;

/** Whether the effect of a merged pull request on page views is posted there as a comment. */
export type EffectComment = z.infer<typeof EffectComment>;

const SharedFiles = z.enum(['tell', 'wait']);
const EffectComment = z.enum(['off', 'on']);

/** The rules about AI readers that are off. A rule of a later version has no effect. */
export type ReadabilityOff = z.infer<typeof ReadabilityOff>;

const ReadabilityOff = z
  .array(z.string())
  .transform((rules) => rules.flatMap((rule) => ReadabilityRule.safeParse(rule).data ?? []));

/** The reports that are sent by themselves. */
export type ReportPeriods = z.infer<typeof ReportPeriods>;

const ReportPeriods = z.array(z.enum(['week', 'month']));

/** Whether the model gets images. `auto`: when it is known to support them. */
export type ImagesSetting = z.infer<typeof ImagesSetting>;

const ImagesSetting = z.enum(['auto', 'on', 'off']);

/** How long a model thinks before it answers. */
export type Effort = z.infer<typeof Effort>;

const Effort = z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']);

/**
 * What happens to a job whose change breaks the docs according to the checks. `strict`: it fails; `draft`: when the
 * model has contested every remaining problem, its pull request opens as a draft.
 */
export type ChecksSetting = z.infer<typeof ChecksSetting>;

const ChecksSetting = z.enum(['strict', 'draft']);

/** The limits of a project's jobs; null for the installation's default. */
export interface ProjectLimits {
  /** How many jobs run concurrently. */
  concurrency: number | null;
  /** What a job may use before it stops. */
  steps: number | null;
  tokens: number | null;
  usd: number | null;
  minutes: number | null;
}

export type PeopleFrom = z.infer<typeof PeopleFrom>;

const PeopleFrom = z.enum(['browser', 'server']);

export type RepositoryKind = z.infer<typeof RepositoryKind>;

export const RepositoryKind = z.enum(['url', 'path', 'kept']);

/** The columns that a project is read from. */
export const columns = [
  'id',
  'organisation_id as organisationId',
  'name',
  'repository_kind as repositoryKind',
  'repository',
  'ref',
  'docs_folder as docsFolder',
  'model',
  'helper_model as helperModel',
  'questions_model as questionsModel',
  'created_at as createdAt',
  'number',
  'origins',
  'people_from as peopleFrom',
  'reader_rules as readerRules',
  'exclude_addresses as excludeAddresses',
  'exclude_paths as excludePaths',
  'exclude_user_agents as excludeUserAgents',
  'new_paths_per_day as newPathsPerDay',
  'concurrency',
  'budget_steps as steps',
  'budget_tokens as tokens',
  'budget_micro_usd as microUsd',
  'budget_minutes as minutes',
  'instructions',
  'pages_at as pagesAt',
  'checks',
  'guard_views as guardViews',
  'site_url as siteUrl',
  'commit_author as commitAuthor',
  'sign_off as signOff',
  'max_output_tokens as maxOutputTokens',
  'effort',
  'temperature',
  'parallel_calls as parallelCalls',
  'images',
  'max_changed_files as maxChangedFiles',
  'max_changed_lines as maxChangedLines',
  'refuse_files_over as refuseFilesOver',
  'refuse_bytes_over as refuseBytesOver',
  'refuse_deleted_over as refuseDeletedOver',
  'allow',
  'page_code as pageCode',
  'new_hosts as newHosts',
  'install_commands as installCommands',
  'archive_on as archiveOn',
  'merge_by as mergeBy',
  'shared_files as sharedFiles',
  'effect_comment as effectComment',
  'merge_policy as mergePolicy',
  'readability_off as readabilityOff',
  'report_periods as reportPeriods',
  'report_recipients as reportRecipients',
  'ci_rounds as ciRounds',
  'ci_wait_minutes as ciWaitMinutes',
  'revision',
] as const;

type ProjectRow = Omit<
  Project,
  | 'repositoryKind'
  | 'peopleFrom'
  | 'readerRules'
  | 'checks'
  | 'signOff'
  | 'effort'
  | 'images'
  | 'pageCode'
  | 'newHosts'
  | 'installCommands'
  | 'archiveOn'
  | 'mergeBy'
  | 'sharedFiles'
  | 'effectComment'
  | 'mergePolicy'
  | 'readabilityOff'
  | 'reportPeriods'
  | 'limits'
> &
  Omit<ProjectLimits, 'usd'> & {
    repositoryKind: string;
    peopleFrom: string | null;
    readerRules: unknown;
    checks: string;
    signOff: string;
    effort: string | null;
    images: string;
    pageCode: string;
    newHosts: string;
    installCommands: string;
    archiveOn: string[];
    mergeBy: string;
    sharedFiles: string;
    effectComment: string;
    mergePolicy: unknown;
    readabilityOff: string[];
    reportPeriods: string[];
    microUsd: number | null;
  };

/** Made once: making them for each row took as long as the rest of it, and each request reads its project. */
const AnyPeopleFrom = PeopleFrom.nullable();
const AnyEffort = Effort.nullable();
const AnyMergePolicy = MergePolicy.nullable();
const ReaderRules = z.array(ReaderRule);

/** Converts a row to a project. */
export function present({ concurrency, steps, tokens, microUsd, minutes, ...row }: ProjectRow): Project {
  return {
    ...row,
    repositoryKind: RepositoryKind.parse(row.repositoryKind),
    peopleFrom: AnyPeopleFrom.parse(row.peopleFrom),
    readerRules: ReaderRules.parse(row.readerRules),
    checks: ChecksSetting.parse(row.checks),
    signOff: SignOff.parse(row.signOff),
    effort: AnyEffort.parse(row.effort),
    images: ImagesSetting.parse(row.images),
    pageCode: PageCode.parse(row.pageCode),
    newHosts: NewNames.parse(row.newHosts),
    installCommands: NewNames.parse(row.installCommands),
    archiveOn: ArchiveOn.parse(row.archiveOn),
    mergeBy: MergeBy.parse(row.mergeBy),
    sharedFiles: SharedFiles.parse(row.sharedFiles),
    effectComment: EffectComment.parse(row.effectComment),
    mergePolicy: AnyMergePolicy.parse(row.mergePolicy),
    readabilityOff: ReadabilityOff.parse(row.readabilityOff),
    reportPeriods: ReportPeriods.parse(row.reportPeriods),
    limits: { concurrency, steps, tokens, usd: microUsd === null ? null : microUsd / 1_000_000, minutes },
  };
}
