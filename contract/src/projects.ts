import { z } from 'zod';
import { CodeHostName, ConnectionRequest } from './connections.ts';
import { integerParameter, textParameter } from './query.ts';

/** A name as people give it: one line, without white space around it. */
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
  .regex(/^[^\p{Cc}\p{Cs}\s]*$/u, 'must be the name of a branch');

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

/** `/docs/` → `/docs`; `/` → ''. */
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

/** `Docs Bot <docs-bot@example.com>`, as git writes who has made a commit. */
const CommitAuthor = z
  .string()
  .trim()
  .max(300)
  .regex(
    /^[^<>\p{Cc}\p{Cs}]*[\p{L}\p{N}][^<>\p{Cc}\p{Cs}]* <[^\s<>@\p{Cc}\p{Cs}]+@[^\s<>@\p{Cc}\p{Cs}]+>$/u,
    'must be a name and an address, such as Docs Bot <docs-bot@example.com>',
  );

const SignOff = z.enum(['auto', 'always', 'never']);

const Effort = z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']);
const Images = z.enum(['auto', 'on', 'off']);
const ArchiveOn = z.array(z.enum(['merge', 'close'])).max(2);

const PeopleFrom = z.enum(['browser', 'server']);

const upTo = (most: number) => z.int().min(1).max(most).nullable();

/** What bounds the jobs of a project; null for the installation's default. */
const ProjectLimits = z.object({
  concurrency: upTo(10_000).describe('Jobs that are worked on at once'),
  steps: upTo(1_000_000).describe('Model calls after which a job stops'),
  tokens: upTo(1_000_000_000_000).describe('Tokens after which a job stops, read and written'),
  usd: z.number().min(0.000001).max(9_999_999).nullable().describe('US dollars after which a job stops'),
  minutes: upTo(1_000_000).describe('Minutes of work after which a job stops'),
});

/** What a project is set to, by the names of its fields. */
const settings = {
  model: Model.nullable().describe('The model of new jobs; null for that of the installation'),
  origins: z.array(Origin).max(50).describe('Origins whose browsers may send views without a key; all of them'),
  peopleFrom: PeopleFrom.nullable().describe('Which side counts people where both could; null for either'),
  instructions: z.string().max(40_000).describe('What the agent is to heed in every job, up to 20,000 characters'),
  pagesAt: PagesAt.nullable().describe('The path under which the docs are published; null to find it out'),
  checks: z.enum(['strict', 'draft']).describe('What becomes of a change that breaks the docs by the checks'),
  guardViews: z
    .int()
    .min(0)
    .max(1_000_000_000)
    .describe('From how many views in 30 days on a lost address is an error; 0 for never'),
  siteUrl: SiteUrl.nullable().describe('Where the site is published; null where nobody has said'),
  commitAuthor: CommitAuthor.nullable().describe('Who commits, as `Name <address>`; null for Copydesk itself'),
  signOff: SignOff.describe('Whether commits are signed off; `auto`: where the repository asks for it'),
  maxOutputTokens: upTo(1_000_000).describe("Tokens of one answer of the model at most; null for its provider's own"),
  effort: Effort.nullable().describe("How long the model thinks; null for its provider's own"),
  temperature: z.number().min(0).max(2).nullable().describe("How freely the model words; null for its provider's own"),
  parallelCalls: z
    .boolean()
    .nullable()
    .describe("Whether the model may call several tools in one answer; null for its provider's own"),
  images: Images.describe('Whether the model is shown images; `auto`: where it is known to take them'),
  maxChangedFiles: upTo(1_000_000).describe('Files of a pull request that reviewers ask for at most; null for any'),
  maxChangedLines: upTo(1_000_000_000).describe(
    'Changed lines of a pull request that reviewers ask for at most; null for any',
  ),
  archiveOn: ArchiveOn.describe('Which ends of its pull request archive a job; else a message goes on in a new one'),
  ciRounds: z
    .int()
    .min(0)
    .max(10)
    .describe('Turns in a row that a job begins by itself to correct what checks of its pull request find'),
  ciWaitMinutes: z.int().min(1).max(1_440).describe('For how long such checks are waited for'),
};

/** Where the docs are in git. */
const place = {
  repository: Address.describe('A URL, or, for who may everything, a path on the machine of Copydesk'),
  ref: Branch.describe('The branch that pull requests go into'),
  docsFolder: Folder.describe('The folder of the docs within the repository; empty for all of it'),
};

/** What it takes to make a project. */
export const ProjectRequest = z
  .object({
    name: ProjectName,
    repository: place.repository.optional().describe('A URL or a path; a new one that Copydesk keeps when absent'),
    ref: place.ref.optional().describe('The branch that pull requests go into; that of the repository when absent'),
    docsFolder: place.docsFolder.optional(),
    model: settings.model.optional(),
    origins: settings.origins.optional(),
    peopleFrom: settings.peopleFrom.optional(),
    connection: ConnectionRequest.optional().describe('Connects the project at once: private repositories need it'),
  })
  .meta({ id: 'ProjectRequest' });

export type ProjectRequest = z.infer<typeof ProjectRequest>;

/** What is to be changed of a project; what is absent stays. */
export const ProjectPatch = z
  .object({
    revision: z.int().min(0).optional().describe('The one that was read: the change is refused if there was another'),
    name: ProjectName.optional(),
    repository: place.repository.optional(),
    ref: place.ref.optional(),
    docsFolder: place.docsFolder.optional(),
    model: settings.model.optional(),
    origins: settings.origins.optional(),
    peopleFrom: settings.peopleFrom.optional(),
    limits: ProjectLimits.partial().optional(),
    instructions: settings.instructions.optional(),
    pagesAt: settings.pagesAt.optional(),
    checks: settings.checks.optional(),
    guardViews: settings.guardViews.optional(),
    siteUrl: settings.siteUrl.optional(),
    commitAuthor: settings.commitAuthor.optional(),
    signOff: settings.signOff.optional(),
    maxOutputTokens: settings.maxOutputTokens.optional(),
    effort: settings.effort.optional(),
    temperature: settings.temperature.optional(),
    parallelCalls: settings.parallelCalls.optional(),
    images: settings.images.optional(),
    maxChangedFiles: settings.maxChangedFiles.optional(),
    maxChangedLines: settings.maxChangedLines.optional(),
    archiveOn: settings.archiveOn.optional(),
    ciRounds: settings.ciRounds.optional(),
    ciWaitMinutes: settings.ciWaitMinutes.optional(),
  })
  .meta({ id: 'ProjectPatch' });

export type ProjectPatch = z.infer<typeof ProjectPatch>;

/** A project. No secret is ever in it. */
export const Project = z
  .object({
    id: z.string(),
    name: z.string(),
    repositoryKind: z
      .enum(['url', 'path', 'kept'])
      .describe('`url`: on a git server; `path`: on the machine of Copydesk; `kept`: made and kept by Copydesk'),
    repository: z.string().describe('The URL or path, without credentials'),
    cloneUrl: z.string().nullable().describe('Where git clones it from this server; null where it is elsewhere'),
    ref: z.string(),
    docsFolder: z.string(),
    model: z.string().nullable(),
    origins: z.array(z.string()),
    peopleFrom: PeopleFrom.nullable(),
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
    archiveOn: ArchiveOn,
    ciRounds: z.int(),
    ciWaitMinutes: z.int(),
    revision: z.int().describe('Counts the changes of the settings'),
    page: z.string().describe('The address of the project for people'),
    createdAt: z.iso.datetime({ offset: false }).describe('ISO 8601, UTC'),
  })
  .meta({ id: 'Project' });

export type Project = z.infer<typeof Project>;

/** A project with what it holds: what would go when it is deleted. */
export const ProjectDetails = Project.extend({
  contains: z.object({
    jobs: z.int().describe('Counted up to 10,000'),
    activeJobs: z.int().describe('Counted up to 10,000'),
    pullRequests: z.int().describe('Counted up to 10,000'),
    pages: z.int().describe('Addresses that were ever asked for'),
    webhooks: z.int(),
    keys: z.int().describe('API keys that are for this project alone'),
  }),
}).meta({ id: 'ProjectDetails' });

export type ProjectDetails = z.infer<typeof ProjectDetails>;

/** The query of the list: by name, a page of up to 100, from an opaque cursor on. */
export const ProjectListQuery = z.object({
  limit: integerParameter({ minimum: 1, maximum: 100 }).default(50),
  cursor: z.string().min(1).max(500).optional(),
  q: textParameter({ maximum: 200 }).optional().describe('What the name, the repository or the id contains'),
});

export const ProjectList = z
  .object({
    projects: z.array(Project),
    nextCursor: z.string().nullable().describe('Give it as `cursor` for the next page; null on the last page'),
  })
  .meta({ id: 'ProjectList' });

/** What deletes a project: its name, so that nobody deletes another one by a slip. */
export const DeleteProjectQuery = z.object({
  name: z.string().max(200).optional().describe('Needed: the name of the project, exactly'),
});

/** What is to be looked at before there is a project. */
export const RepositoryLookRequest = z
  .object({
    repository: place.repository,
    ref: place.ref.optional(),
    docsFolder: place.docsFolder.optional(),
    connection: ConnectionRequest.optional().describe('By what a private repository is looked at; nothing is stored'),
  })
  .meta({ id: 'RepositoryLookRequest' });

export type RepositoryLookRequest = z.infer<typeof RepositoryLookRequest>;

/** What was found in a repository. */
export const RepositoryLook = z
  .object({
    repositoryKind: z.enum(['url', 'path']),
    repository: z.string(),
    host: CodeHostName.nullable().describe('The code host, where the address tells it'),
    ref: z.string().describe('The branch that was looked at'),
    branches: z.array(z.string()).describe('Up to 100'),
    docsFolder: z.string(),
    site: z.object({
      kind: z.string(),
      label: z.string(),
      isRecognised: z.boolean().describe('Whether a configuration says what kind of site it is'),
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

/** What came of trying a connection: each thing that was tried, in order. */
export const ConnectionChecks = z
  .object({
    ok: z.boolean().describe('Whether all that is needed went well'),
    host: CodeHostName,
    checks: z.array(
      z.object({
        name: z.string(),
        ok: z.boolean(),
        detail: z.string().describe('What was found; of a failed one also what to do'),
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
      .describe('How the agent calls it'),
    repository: place.repository,
    ref: place.ref.nullable().default(null).describe('The branch that is read; null for its own default'),
  })
  .meta({ id: 'ContextRepository' });

export type ContextRepository = z.infer<typeof ContextRepository>;

export const ContextRepositoryList = z
  .object({ repositories: z.array(ContextRepository) })
  .meta({ id: 'ContextRepositoryList' });
