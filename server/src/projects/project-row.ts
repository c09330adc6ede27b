import { ReaderRule } from '@copydesk/contract';
import { z } from 'zod';

/** A documentation repository and what is to be done with it. */
export interface Project {
  id: string;
  organisationId: string;
  name: string;
  /** `url`: a git server; `path`: a repository on this machine; `kept`: one that Copydesk made and keeps. */
  repositoryKind: RepositoryKind;
  /** The URL without credentials, or the absolute path. */
  repository: string;
  /** The branch that pull requests go into. */
  ref: string;
  /** The folder of the docs within the repository, `''` for all of it. */
  docsFolder: string;
  /** The model of its jobs; null for the installation's default. */
  model: string | null;
  /** A cheaper one that describes changes and reads long pages for it; null for none. */
  helperModel: string | null;
  createdAt: Date;
  /** What page views know the project by. */
  number: number;
  /** Origins whose browsers may send views without a key, such as `https://docs.example.com`. */
  origins: string[];
  /** Where its people are counted; null as long as nobody has said: at both. */
  peopleFrom: PeopleFrom | null;
  /** Rules of its own on who reads, before all others; the first that matches decides. */
  readerRules: ReaderRule[];
  /** Whose views are not counted: addresses and blocks of them, paths and words of user agents with `*`. */
  excludeAddresses: string[];
  excludePaths: string[];
  excludeUserAgents: string[];
  /** Paths that it has not had before, for one day; what is beyond is counted as `(other)`. */
  newPathsPerDay: number;
  limits: ProjectLimits;
  /** What its people want of the agent, in their own words; `''` for nothing. */
  instructions: string;
  /** Where the docs begin on their host, such as `/docs`, `''` for its top; null where the site's configuration says it. */
  pagesAt: string | null;
  checks: ChecksSetting;
  /** From how many views in 30 days on an address that a change loses is an error; 0 for never. */
  guardViews: number;
  /** Where the site is published, such as `https://docs.example.com`, without a slash at the end; null where nobody has said. */
  siteUrl: string | null;
  /** Who commits, as git writes it: `Docs Bot <docs-bot@example.com>`; null for Copydesk itself. */
  commitAuthor: string | null;
  signOff: SignOff;
  /** How the model is asked; null: as its provider does when nothing is said. */
  maxOutputTokens: number | null;
  effort: Effort | null;
  /** From 0 to 2. */
  temperature: number | null;
  /** Whether one answer may call several tools. */
  parallelCalls: boolean | null;
  images: ImagesSetting;
  /** How large a pull request its reviewers ask for at most; null for any. */
  maxChangedFiles: number | null;
  maxChangedLines: number | null;
  /** Over how many files, and bytes of new contents, a change is refused; null for never. */
  refuseFilesOver: number | null;
  refuseBytesOver: number | null;
  /** Over how many percent of the pages a change may not delete; null for any. */
  refuseDeletedOver: number | null;
  /** Globs of what its jobs may write besides the docs. */
  allow: string[];
  /** What becomes of code, hosts and install commands that a change brings into the docs. */
  pageCode: PageCode;
  newHosts: NewNames;
  installCommands: NewNames;
  archiveOn: ArchiveOn;
  mergeBy: MergeBy;
  /** What a job does whose change touches files of another open pull request. */
  sharedFiles: SharedFiles;
  /** Whether the effect of a merged pull request is posted there as a comment. */
  effectComment: EffectComment;
  /** How many turns in a row a job begins by itself to correct what checks of its pull request find; 0 for none. */
  ciRounds: number;
  /** How many minutes those checks are waited for. */
  ciWaitMinutes: number;
  /** Counts changes of the settings. */
  revision: number;
}

/** Whether commits are signed off. `auto`: where the repository asks for it. */
export type SignOff = z.infer<typeof SignOff>;

const SignOff = z.enum(['auto', 'always', 'never']);

/** What becomes of code that a change brings into pages. `auto`: refused where it runs when the site is built, else told. */
export type PageCode = z.infer<typeof PageCode>;

const PageCode = z.enum(['auto', 'refuse', 'mark', 'allow']);

/** What becomes of names that a change brings: hosts, and what readers are told to install. */
export type NewNames = z.infer<typeof NewNames>;

const NewNames = z.enum(['refuse', 'mark', 'allow']);

/** Which ends of its pull request archive a job. */
export type ArchiveOn = z.infer<typeof ArchiveOn>;

const ArchiveOn = z.array(z.enum(['merge', 'close']));

/** Who merges pull requests of the local host: anyone who may, or another than those who asked. */
export type MergeBy = z.infer<typeof MergeBy>;

const MergeBy = z.enum(['anyone', 'other']);

/** What a job does whose change touches files of another open pull request: tells of it, or waits until that has ended. */
export type SharedFiles = z.infer<typeof SharedFiles>;

/** Whether what a merged pull request did to page views is posted there as a comment. */
export type EffectComment = z.infer<typeof EffectComment>;

const SharedFiles = z.enum(['tell', 'wait']);
const EffectComment = z.enum(['off', 'on']);

/** Whether the model is shown images. `auto`: where it is known to take them. */
export type ImagesSetting = z.infer<typeof ImagesSetting>;

const ImagesSetting = z.enum(['auto', 'on', 'off']);

/** How long a model thinks before it answers. */
export type Effort = z.infer<typeof Effort>;

const Effort = z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']);

/**
 * What becomes of a job whose change breaks the docs by the word of the checks. `strict`: it fails; `draft`: where the
 * model has contested every problem that is left, its pull request opens as a draft.
 */
export type ChecksSetting = z.infer<typeof ChecksSetting>;

const ChecksSetting = z.enum(['strict', 'draft']);

/** What bounds the jobs of a project; null for the installation's default. */
export interface ProjectLimits {
  /** Jobs that are worked on at once. */
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

/** What a project is read by. */
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
    microUsd: number | null;
  };

/** A row as the project that it is. */
export function present({ concurrency, steps, tokens, microUsd, minutes, ...row }: ProjectRow): Project {
  return {
    ...row,
    repositoryKind: RepositoryKind.parse(row.repositoryKind),
    peopleFrom: PeopleFrom.nullable().parse(row.peopleFrom),
    readerRules: z.array(ReaderRule).parse(row.readerRules),
    checks: ChecksSetting.parse(row.checks),
    signOff: SignOff.parse(row.signOff),
    effort: Effort.nullable().parse(row.effort),
    images: ImagesSetting.parse(row.images),
    pageCode: PageCode.parse(row.pageCode),
    newHosts: NewNames.parse(row.newHosts),
    installCommands: NewNames.parse(row.installCommands),
    archiveOn: ArchiveOn.parse(row.archiveOn),
    mergeBy: MergeBy.parse(row.mergeBy),
    sharedFiles: SharedFiles.parse(row.sharedFiles),
    effectComment: EffectComment.parse(row.effectComment),
    limits: { concurrency, steps, tokens, usd: microUsd === null ? null : microUsd / 1_000_000, minutes },
  };
}
