import type {
  ConnectionChecks,
  ContextRepository,
  CheckedModel,
  ModelCheckRequest,
  ModelKey,
  ModelKeyRequest,
  ModelOverview,
  NamedProject,
  Project,
  ProjectDetails,
  ProjectPatch,
  ProjectRequest,
  RepositoryLook,
  RepositoryLookRequest,
  SavedProject,
} from '@copydesk/contract';

const project: Project = {
  id: 'prj_4fNqT2x8VbLw6RkYcZp0Ha',
  name: 'Handbook',
  repositoryKind: 'url',
  repository: 'https://github.com/acme/docs',
  cloneUrl: null,
  ref: 'main',
  docsFolder: 'docs',
  model: null,
  helperModel: 'anthropic/claude-haiku-4-5',
  questionsModel: null,
  origins: ['https://docs.example.com'],
  peopleFrom: null,
  readerRules: [
    { name: 'Link check', pattern: 'acme-probe', class: 'bot', agent: null, operator: null, purpose: null },
  ],
  excludeAddresses: ['192.0.2.0/24'],
  excludePaths: ['/internal/*'],
  excludeUserAgents: [],
  newPathsPerDay: 50_000,
  limits: { concurrency: null, steps: null, tokens: null, usd: 2, minutes: null },
  instructions: '',
  pagesAt: null,
  checks: 'draft',
  guardViews: 100,
  siteUrl: 'https://docs.example.com',
  commitAuthor: 'Docs Bot <docs-bot@example.com>',
  signOff: 'auto',
  maxOutputTokens: null,
  effort: 'medium',
  temperature: null,
  parallelCalls: null,
  images: 'auto',
  maxChangedFiles: 20,
  maxChangedLines: null,
  refuseFilesOver: 2_000,
  refuseBytesOver: 20_000_000,
  refuseDeletedOver: 25,
  allow: ['docs/examples/**'],
  pageCode: 'auto',
  newHosts: 'mark',
  installCommands: 'mark',
  archiveOn: [],
  mergeBy: 'anyone',
  sharedFiles: 'tell',
  effectComment: 'off',
  mergePolicy: null,
  readabilityOff: ['code-language'],
  reportPeriods: ['week'],
  reportRecipients: ['ada@example.com'],
  ciRounds: 2,
  ciWaitMinutes: 60,
  revision: 3,
  page: 'https://copydesk.example.com/projects/prj_4fNqT2x8VbLw6RkYcZp0Ha',
  createdAt: '2026-01-05T09:00:00.000Z',
};

const details: ProjectDetails = {
  ...project,
  contains: { jobs: 41, activeJobs: 1, pullRequests: 33, pages: 210, webhooks: 1, keys: 2 },
};

const saved: SavedProject = {
  ...project,
  warnings: [
    {
      setting: 'helperModel',
      model: 'anthropic/claude-haiku-4-5',
      detail: 'Jobs with anthropic/claude-haiku-4-5 fail until you set ANTHROPIC_API_KEY.',
    },
  ],
};

const look: RepositoryLook = {
  repositoryKind: 'url',
  repository: 'https://github.com/acme/docs',
  host: 'github',
  ref: 'main',
  branches: ['main', 'next'],
  docsFolder: 'docs',
  site: { kind: 'docusaurus', label: 'Docusaurus', isRecognised: true, pages: 128 },
  problems: {
    errors: 1,
    warnings: 0,
    first: [
      {
        rule: 'broken-link',
        severity: 'error',
        path: 'docs/start.md',
        line: 12,
        message: 'There is no page docs/setup.md.',
      },
    ],
  },
};

const checks: ConnectionChecks = {
  ok: true,
  host: 'github',
  checks: [{ name: 'git: push a branch', ok: true, detail: 'copydesk/check-3f7868', isAdvice: false }],
};

const context: ContextRepository = { name: 'product', repository: 'https://github.com/acme/product', ref: null };

const modelKey: ModelKey = {
  provider: 'anthropic',
  baseUrl: null,
  hint: 'x7Qa',
  updatedAt: '2026-01-05T09:00:00.000Z',
};

const models: ModelOverview = {
  model: 'anthropic/claude-sonnet-5-5',
  state: 'ready',
  warnings: [],
  providers: [
    {
      provider: 'anthropic',
      keyFrom: 'ANTHROPIC_API_KEY',
      address: 'https://api.anthropic.com/v1',
      ready: true,
      missing: '',
    },
  ],
  prices: [
    {
      model: 'anthropic/claude-haiku-4-5',
      input: 1,
      cachedInput: 0.1,
      cacheWrite: 1.25,
      output: 5,
      from: '2025-10-01',
      long: null,
      source: 'https://platform.claude.com/docs/en/about-claude/pricing',
    },
  ],
};

const namedProject: NamedProject = { id: project.id, name: project.name };

const checkedModel: CheckedModel = {
  model: 'builtin/copyeditor',
  ok: true,
  findings: [
    { name: 'is configured', result: 'ok', detail: 'It is part of Copydesk, and needs no key and no network.' },
  ],
  usage: { inputTokens: 0, outputTokens: 0, costUsd: 0 },
};

/** An example of each shape that the endpoints of projects answer, by its name. */
export const projectExamples = {
  Project: project,
  ProjectDetails: details,
  SavedProject: saved,
  ProjectList: { projects: [project], nextCursor: null },
  NamedProject: namedProject,
  NamedProjectList: { projects: [namedProject], nextCursor: null },
  RepositoryLook: look,
  ConnectionChecks: checks,
  AddedContextRepository: { ...context, warning: null },
  ContextRepository: context,
  ContextRepositoryList: { repositories: [context] },
  ModelKey: modelKey,
  ModelKeyList: { keys: [modelKey] },
  ModelOverview: models,
  CheckedModel: checkedModel,
};

const request: ProjectRequest = { name: 'Handbook', repository: project.repository, docsFolder: 'docs' };
const patch: ProjectPatch = { revision: 3, name: 'Handbook', limits: { usd: 5 } };
const lookRequest: RepositoryLookRequest = { repository: project.repository };
const modelCheck: ModelCheckRequest = {};
const keyRequest: ModelKeyRequest = { key: 'the-key-of-the-provider' };

/** An example of each body that the endpoints of projects take, by its name. */
export const projectBodies = {
  ProjectRequest: request,
  ProjectPatch: patch,
  RepositoryLookRequest: lookRequest,
  ModelKeyRequest: keyRequest,
  ModelCheckRequest: modelCheck,
};
