import { CopydeskError } from '@copydesk/contract';
import type { ReaderRule } from '@copydesk/contract';
import type { MergePolicy, MergePolicyChange } from './merge-policy.ts';
import type { Database, DatabaseTransaction } from '../postgres/database.ts';
import { newProjectId } from './identifiers.ts';
import { columns, present } from './project-row.ts';
import type {
  ChecksSetting,
  ArchiveOn,
  MergeBy,
  EffectComment,
  ReadabilityOff,
  ReportPeriods,
  SharedFiles,
  Effort,
  ImagesSetting,
  NewNames,
  PageCode,
  PeopleFrom,
  Project,
  ProjectLimits,
  RepositoryKind,
  SignOff,
} from './project-row.ts';

export type {
  ArchiveOn,
  ChecksSetting,
  Effort,
  MergeBy,
  EffectComment,
  ReadabilityOff,
  ReportPeriods,
  SharedFiles,
  PeopleFrom,
  Project,
  ProjectLimits,
  SignOff,
} from './project-row.ts';

export interface NewProject {
  /** An id from {@link newProjectId}, for a caller that needs it before the project exists. */
  id?: string;
  organisationId: string;
  name: string;
  repositoryKind: RepositoryKind;
  repository: string;
  /** The machine whose disk has the repository. */
  repositoryMachine?: string | null;
  ref: string;
  docsFolder?: string;
  model?: string | null;
  origins?: string[];
  peopleFrom?: PeopleFrom | null;
}

/** @throws CopydeskError `invalid_request` when the organisation has a project with this name. */
export async function createProject(db: Database, draft: NewProject): Promise<Project> {
  const row = await db
    .insertInto('project')
    .values({
      id: draft.id ?? newProjectId(),
      organisation_id: draft.organisationId,
      name: draft.name,
      repository_kind: draft.repositoryKind,
      repository: draft.repository,
      repository_machine: draft.repositoryMachine ?? null,
      ref: draft.ref,
      docs_folder: draft.docsFolder ?? '',
      model: draft.model ?? null,
      origins: draft.origins ?? [],
      people_from: draft.peopleFrom ?? null,
      people_chosen: draft.peopleFrom !== undefined,
    })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'name']).where('deleted_at', 'is', null).doNothing())
    .returning(columns)
    .executeTakeFirst();
  if (row !== undefined) return present(row);
  throw nameInUse(draft.name);
}

/** Whether the organisation has no project with this name. */
export async function isNameFree(db: Database, organisationId: string, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('project')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('name', '=', name)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row === undefined;
}

export function nameInUse(name: string): CopydeskError {
  return new CopydeskError('invalid_request', `A project named "${name}" already exists. Choose another name.`, {
    errors: [{ pointer: '/name', detail: 'is in use' }],
  });
}

/** From PostgreSQL's appendix A: unique_violation. */
function isNameInUse(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}

/** What may change in a project; absent fields stay. */
export interface ProjectChange {
  name?: string;
  repositoryKind?: RepositoryKind;
  repository?: string;
  repositoryMachine?: string | null;
  ref?: string;
  docsFolder?: string;
  /** The complete list: an origin that is not in it is no longer allowed. */
  origins?: string[];
  peopleFrom?: PeopleFrom | null;
  /** The complete list, as with origins. */
  readerRules?: ReaderRule[];
  excludeAddresses?: string[];
  excludePaths?: string[];
  excludeUserAgents?: string[];
  newPathsPerDay?: number;
  limits?: Partial<ProjectLimits>;
  instructions?: string;
  pagesAt?: string | null;
  checks?: ChecksSetting;
  guardViews?: number;
  siteUrl?: string | null;
  commitAuthor?: string | null;
  signOff?: SignOff;
  maxOutputTokens?: number | null;
  effort?: Effort | null;
  temperature?: number | null;
  parallelCalls?: boolean | null;
  images?: ImagesSetting;
  maxChangedFiles?: number | null;
  maxChangedLines?: number | null;
  refuseFilesOver?: number | null;
  refuseBytesOver?: number | null;
  refuseDeletedOver?: number | null;
  allow?: string[];
  pageCode?: PageCode;
  newHosts?: NewNames;
  installCommands?: NewNames;
  archiveOn?: ArchiveOn;
  mergeBy?: MergeBy;
  sharedFiles?: SharedFiles;
  effectComment?: EffectComment;
  mergePolicy?: MergePolicyChange;
  readabilityOff?: ReadabilityOff;
  reportPeriods?: ReportPeriods;
  reportRecipients?: string[];
  ciRounds?: number;
  ciWaitMinutes?: number;
  /** Null for the installation's default. */
  model?: string | null;
  helperModel?: string | null;
  questionsModel?: string | null;
}

/** A change with the whole of what it changes. */
export type CompleteChange = Omit<ProjectChange, 'mergePolicy'> & { mergePolicy?: MergePolicy | null };

/**
 * Changes a project, and returns its new state.
 * @throws CopydeskError `not_found`; `invalid_request` when the organisation has another project with the name, and for
 *   instructions that are too long or not text.
 */
export async function setProject(db: Database, id: string, change: CompleteChange): Promise<Project> {
  const { instructions, name = '' } = change;
  if (instructions !== undefined) requireInstructions(instructions);
  const row = await db
    .updateTable('project')
    .set((expression) => ({ revision: expression('revision', '+', 1), ...changedColumns(change) }))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(columns)
    .executeTakeFirst()
    .catch((error: unknown) => {
      throw isNameInUse(error) ? nameInUse(name) : error;
    });
  if (row !== undefined) return present(row);
  throw noSuchProject(id);
}

/** Returns the columns of a change; those that are undefined stay. */
function changedColumns(change: CompleteChange) {
  const { peopleFrom, limits = {} } = change;
  return {
    name: change.name,
    repository_kind: change.repositoryKind,
    repository_machine: change.repositoryMachine,
    repository: change.repository,
    ref: change.ref,
    docs_folder: change.docsFolder,
    origins: change.origins,
    people_from: peopleFrom,
    ...(peopleFrom !== undefined && { people_chosen: true, people_decided_at: null }),
    reader_rules: change.readerRules && JSON.stringify(change.readerRules),
    exclude_addresses: change.excludeAddresses,
    exclude_paths: change.excludePaths,
    exclude_user_agents: change.excludeUserAgents,
    new_paths_per_day: change.newPathsPerDay,
    concurrency: limits.concurrency,
    budget_steps: limits.steps,
    budget_tokens: limits.tokens,
    budget_micro_usd: limits.usd == null ? limits.usd : Math.round(limits.usd * 1_000_000),
    budget_minutes: limits.minutes,
    instructions: change.instructions,
    pages_at: change.pagesAt,
    checks: change.checks,
    guard_views: change.guardViews,
    site_url: change.siteUrl,
    commit_author: change.commitAuthor,
    sign_off: change.signOff,
    max_output_tokens: change.maxOutputTokens,
    effort: change.effort,
    temperature: change.temperature,
    parallel_calls: change.parallelCalls,
    images: change.images,
    max_changed_files: change.maxChangedFiles,
    max_changed_lines: change.maxChangedLines,
    refuse_files_over: change.refuseFilesOver,
    refuse_bytes_over: change.refuseBytesOver,
    refuse_deleted_over: change.refuseDeletedOver,
    allow: change.allow,
    page_code: change.pageCode,
    new_hosts: change.newHosts,
    install_commands: change.installCommands,
    archive_on: change.archiveOn,
    merge_by: change.mergeBy,
    shared_files: change.sharedFiles,
    effect_comment: change.effectComment,
    merge_policy: change.mergePolicy && JSON.stringify(change.mergePolicy),
    readability_off: change.readabilityOff,
    report_periods: change.reportPeriods,
    report_recipients: change.reportRecipients,
    ci_rounds: change.ciRounds,
    ci_wait_minutes: change.ciWaitMinutes,
    model: change.model,
    helper_model: change.helperModel,
    questions_model: change.questionsModel,
  };
}

/**
 * Reads a project and locks it until the end of the transaction: other changes wait.
 * @throws CopydeskError `not_found`
 */
export async function lockProject(
  transaction: DatabaseTransaction,
  { organisationId, projectId }: { organisationId: string; projectId: string },
): Promise<Project> {
  const row = await transaction
    .selectFrom('project')
    .select(columns)
    .where('id', '=', projectId)
    .where('organisation_id', '=', organisationId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (row !== undefined) return present(row);
  throw noSuchProject(projectId);
}

function noSuchProject(id: string): CopydeskError {
  return new CopydeskError('not_found', `There is no project ${id}. "copydesk project list" shows them all.`);
}

/** Some ten pages: they are sent with every step of every job. */
const maximumInstructions = 20_000;

function requireInstructions(text: string): void {
  const length = Array.from(text).length;
  const detail =
    length > maximumInstructions
      ? `must have at most ${maximumInstructions} characters, not ${length}: put longer texts into AGENTS.md or the docs`
      : 'must be plain UTF-8 text, without NUL and incomplete characters';
  if (length <= maximumInstructions && !text.includes('\0') && text.isWellFormed()) return;
  throw new CopydeskError('invalid_request', `The instructions ${detail}.`, {
    errors: [{ pointer: '/instructions', detail }],
  });
}

/**
 * Finds a project if the caller may see it: it belongs to their organisation, and is the one that their key is bound
 * to, if any.
 */
export async function findProject(
  db: Database,
  query: { organisationId: string; projectId: string; keyProjectId?: string | null },
): Promise<Project | undefined> {
  const row = await db
    .selectFrom('project')
    .select(columns)
    .where('id', '=', query.projectId)
    .where('organisation_id', '=', query.organisationId)
    .where('deleted_at', 'is', null)
    .$if(query.keyProjectId != null, (select) => select.where('id', '=', query.keyProjectId ?? ''))
    .executeTakeFirst();
  return row && present(row);
}

/**
 * Reads a project by id, whichever organisation owns it: for workers, never for callers. Does not find a deleted one.
 */
export async function readProject(db: Database, id: string): Promise<Project | undefined> {
  const row = await db
    .selectFrom('project')
    .select(columns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row && present(row);
}

/** Lists all projects of an organisation, by name. */
export async function listProjects(db: Database, organisationId: string): Promise<Project[]> {
  const rows = await db
    .selectFrom('project')
    .select(columns)
    .where('organisation_id', '=', organisationId)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .execute();
  return rows.map(present);
}
