import { z } from 'zod';
import { CodeHostName, ConnectionRequest } from './connections.ts';
import { MergePolicy } from '../job/merge-policy.ts';
import { ModelWarnings } from './models.ts';
import {
  ArchiveOn,
  MergeBy,
  Effort,
  Images,
  NewNames,
  PageCode,
  PeopleFrom,
  ProjectLimits,
  ProjectName,
  EffectComment,
  ReadabilityOff,
  ReportPeriods,
  SharedFiles,
  SignOff,
  projectPlace,
  projectSettings,
} from './project-settings.ts';
import { integerParameter, textParameter } from '../query.ts';
import { ReaderRule } from '../reader/reader-rules.ts';

/** The body that creates a project. */
export const ProjectRequest = z
  .object({
    name: ProjectName,
    repository: projectPlace.repository
      .optional()
      .describe('A URL or a path; absent for a new one that Copydesk keeps'),
    ref: projectPlace.ref
      .optional()
      .describe('The branch that pull requests go into; absent for the default branch of the repository'),
    docsFolder: projectPlace.docsFolder.optional(),
    model: projectSettings.model.optional(),
    origins: projectSettings.origins.optional(),
    peopleFrom: projectSettings.peopleFrom.optional(),
    connection: ConnectionRequest.optional().describe(
      'Connects the project at once; required for private repositories',
    ),
  })
  .meta({ id: 'ProjectRequest' });

export type ProjectRequest = z.infer<typeof ProjectRequest>;

/** The changes to a project. Absent fields stay as they are. */
export const ProjectPatch = z
  .object({
    revision: z
      .int()
      .min(0)
      .optional()
      .describe('The revision that was read: if the current one differs, the change is refused'),
    name: ProjectName.optional(),
    repository: projectPlace.repository.optional(),
    ref: projectPlace.ref.optional(),
    docsFolder: projectPlace.docsFolder.optional(),
    model: projectSettings.model.optional(),
    helperModel: projectSettings.helperModel.optional(),
    questionsModel: projectSettings.questionsModel.optional(),
    origins: projectSettings.origins.optional(),
    peopleFrom: projectSettings.peopleFrom.optional(),
    readerRules: projectSettings.readerRules.optional(),
    excludeAddresses: projectSettings.excludeAddresses.optional(),
    excludePaths: projectSettings.excludePaths.optional(),
    excludeUserAgents: projectSettings.excludeUserAgents.optional(),
    newPathsPerDay: projectSettings.newPathsPerDay.optional(),
    limits: ProjectLimits.partial().optional(),
    instructions: projectSettings.instructions.optional(),
    pagesAt: projectSettings.pagesAt.optional(),
    checks: projectSettings.checks.optional(),
    guardViews: projectSettings.guardViews.optional(),
    siteUrl: projectSettings.siteUrl.optional(),
    commitAuthor: projectSettings.commitAuthor.optional(),
    signOff: projectSettings.signOff.optional(),
    maxOutputTokens: projectSettings.maxOutputTokens.optional(),
    effort: projectSettings.effort.optional(),
    temperature: projectSettings.temperature.optional(),
    parallelCalls: projectSettings.parallelCalls.optional(),
    images: projectSettings.images.optional(),
    maxChangedFiles: projectSettings.maxChangedFiles.optional(),
    maxChangedLines: projectSettings.maxChangedLines.optional(),
    refuseFilesOver: projectSettings.refuseFilesOver.optional(),
    refuseBytesOver: projectSettings.refuseBytesOver.optional(),
    refuseDeletedOver: projectSettings.refuseDeletedOver.optional(),
    allow: projectSettings.allow.optional(),
    pageCode: projectSettings.pageCode.optional(),
    newHosts: projectSettings.newHosts.optional(),
    installCommands: projectSettings.installCommands.optional(),
    archiveOn: projectSettings.archiveOn.optional(),
    mergeBy: projectSettings.mergeBy.optional(),
    sharedFiles: projectSettings.sharedFiles.optional(),
    effectComment: projectSettings.effectComment.optional(),
    mergePolicy: projectSettings.mergePolicy.optional(),
    readabilityOff: projectSettings.readabilityOff.optional(),
    reportPeriods: projectSettings.reportPeriods.optional(),
    reportRecipients: projectSettings.reportRecipients.optional(),
    ciRounds: projectSettings.ciRounds.optional(),
    ciWaitMinutes: projectSettings.ciWaitMinutes.optional(),
  })
  .meta({ id: 'ProjectPatch' });

export type ProjectPatch = z.infer<typeof ProjectPatch>;

/** A project. It never contains a secret. */
export const Project = z
  .object({
    id: z.string(),
    name: z.string(),
    repositoryKind: z
      .enum(['url', 'path', 'kept'])
      .describe('`url`: on a git server; `path`: on the machine of Copydesk; `kept`: created and kept by Copydesk'),
    repository: z.string().describe('The URL or path, without credentials'),
    cloneUrl: z
      .string()
      .nullable()
      .describe('The address for git to clone it from this server; null if it is elsewhere'),
    ref: z.string(),
    docsFolder: z.string(),
    model: z.string().nullable(),
    helperModel: z.string().nullable(),
    questionsModel: z.string().nullable(),
    origins: z.array(z.string()),
    peopleFrom: PeopleFrom.nullable(),
    readerRules: z.array(ReaderRule),
    excludeAddresses: z.array(z.string()),
    excludePaths: z.array(z.string()),
    excludeUserAgents: z.array(z.string()),
    newPathsPerDay: z.int(),
    limits: ProjectLimits,
    instructions: z.string(),
    pagesAt: z.string().nullable(),
    checks: z.enum(['strict', 'draft']),
    guardViews: z.int(),
    siteUrl: z.string().nullable(),
    commitAuthor: z.string().nullable(),
    signOff: SignOff,
    maxOutputTokens: z.int().nullable(),
    effort: Effort.nullable(),
    temperature: z.number().nullable(),
    parallelCalls: z.boolean().nullable(),
    images: Images,
    maxChangedFiles: z.int().nullable(),
    maxChangedLines: z.int().nullable(),
    refuseFilesOver: z.int().nullable(),
    refuseBytesOver: z.int().nullable(),
    refuseDeletedOver: z.int().nullable(),
    allow: z.array(z.string()),
    pageCode: PageCode,
    newHosts: NewNames,
    installCommands: NewNames,
    archiveOn: ArchiveOn,
    mergeBy: MergeBy,
    sharedFiles: SharedFiles,
    effectComment: EffectComment,
    mergePolicy: MergePolicy.nullable().describe('Null where a person merges everything'),
    readabilityOff: ReadabilityOff,
    reportPeriods: ReportPeriods,
    reportRecipients: z.array(z.string()),
    ciRounds: z.int(),
    ciWaitMinutes: z.int(),
    revision: z.int().describe('Counts the changes of the settings'),
    page: z.string().describe('The address of the project for people'),
    createdAt: z.iso.datetime({ offset: false }).describe('ISO 8601, UTC'),
  })
  .meta({ id: 'Project' });

export type Project = z.infer<typeof Project>;

/** A project as it was created or changed. */
export const SavedProject = Project.extend({ warnings: ModelWarnings }).meta({ id: 'SavedProject' });

export type SavedProject = z.infer<typeof SavedProject>;

/** A project with its contents: what would be deleted with it. */
export const ProjectDetails = Project.extend({
  contains: z.object({
    jobs: z.int().describe('Counted up to 10,000'),
    activeJobs: z.int().describe('Counted up to 10,000'),
    pullRequests: z.int().describe('Counted up to 10,000'),
    pages: z.int().describe('Addresses that readers ever requested'),
    webhooks: z.int(),
    keys: z.int().describe('API keys that are only for this project'),
  }),
}).meta({ id: 'ProjectDetails' });

export type ProjectDetails = z.infer<typeof ProjectDetails>;

/** The cursor of the list: the name of the last project of a page. */
export const ProjectListCursor = textParameter({ maximum: 100 });

/** The query of the list: by name, a page of up to 100. */
export const ProjectListQuery = z.object({
  limit: integerParameter({ minimum: 1, maximum: 100 }).default(50),
  cursor: ProjectListCursor.optional().describe('The `nextCursor` of the page before'),
  q: textParameter({ maximum: 200 }).optional().describe('Text that the name, the repository or the id contains'),
});

export const ProjectList = z
  .object({
    projects: z.array(Project),
    nextCursor: z.string().nullable().describe('Give it as `cursor` for the next page; null on the last page'),
  })
  .meta({ id: 'ProjectList' });

/** What any key may know of a project that it may use. */
export const NamedProject = z.object({ id: z.string(), name: z.string() }).meta({ id: 'NamedProject' });

export type NamedProject = z.infer<typeof NamedProject>;

/** Without a search, which would find by the addresses of repositories, too. */
export const NamedProjectListQuery = ProjectListQuery.omit({ q: true });

export const NamedProjectList = z
  .object({
    projects: z.array(NamedProject),
    nextCursor: z.string().nullable().describe('Give it as `cursor` for the next page; null on the last page'),
  })
  .meta({ id: 'NamedProjectList' });

/** The query that deletes a project: its name, so that nobody deletes another one by mistake. */
export const DeleteProjectQuery = z.object({
  name: z.string().max(200).optional().describe('Required: the exact name of the project'),
});

/** The repository to check before a project exists. */
export const RepositoryLookRequest = z
  .object({
    repository: projectPlace.repository,
    ref: projectPlace.ref.optional(),
    docsFolder: projectPlace.docsFolder.optional(),
    connection: ConnectionRequest.optional().describe('The credential to read a private repository; it is not stored'),
  })
  .meta({ id: 'RepositoryLookRequest' });

export type RepositoryLookRequest = z.infer<typeof RepositoryLookRequest>;

/** What was found in a repository. */
export const RepositoryLook = z
  .object({
    repositoryKind: z.enum(['url', 'path']),
    repository: z.string(),
    host: CodeHostName.nullable().describe('The code host, if the address shows which one it is'),
    ref: z.string().describe('The branch that was read'),
    branches: z.array(z.string()).describe('Up to 100'),
    docsFolder: z.string(),
    site: z.object({
      kind: z.string(),
      label: z.string(),
      isRecognised: z.boolean().describe('Whether a configuration shows the kind of the site'),
      pages: z.int(),
    }),
    problems: z.object({
      errors: z.int(),
      warnings: z.int(),
      first: z
        .array(
          z.object({
            rule: z.string(),
            severity: z.enum(['error', 'warning']),
            path: z.string(),
            line: z.int(),
            message: z.string(),
          }),
        )
        .describe('Up to 10'),
    }),
  })
  .meta({ id: 'RepositoryLook' });

export type RepositoryLook = z.infer<typeof RepositoryLook>;

/** The results of checking a connection: each check, in order. */
export const ConnectionChecks = z
  .object({
    ok: z.boolean().describe('Whether all required checks succeeded'),
    host: CodeHostName,
    checks: z.array(
      z.object({
        name: z.string(),
        ok: z.boolean(),
        detail: z.string().describe('What was found; for a failed check, also what to do'),
        isAdvice: z.boolean().describe('Whether nothing that is needed is missing'),
      }),
    ),
  })
  .meta({ id: 'ConnectionChecks' });

export type ConnectionChecks = z.infer<typeof ConnectionChecks>;

/** A repository that the agent may read beside the docs. */
export const ContextRepository = z
  .object({
    name: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must have 1 to 40 small letters, digits and -')
      .describe('The name that the agent uses for it'),
    repository: projectPlace.repository,
    ref: projectPlace.ref.nullable().default(null).describe('The branch that is read; null for its default branch'),
  })
  .meta({ id: 'ContextRepository' });

export type ContextRepository = z.infer<typeof ContextRepository>;

export const AddedContextRepository = ContextRepository.extend({
  warning: z
    .string()
    .nullable()
    .describe('What to consider before the agent reads it, for example that it is private and the docs are public'),
}).meta({ id: 'AddedContextRepository' });

export const ContextRepositoryList = z
  .object({ repositories: z.array(ContextRepository) })
  .meta({ id: 'ContextRepositoryList' });
