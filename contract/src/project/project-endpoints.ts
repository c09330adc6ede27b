import { z } from 'zod';
import { bodyErrors, readingRepository } from '../endpoint.ts';
import type { Endpoint } from '../endpoint.ts';
import type { ErrorCode } from '../errors.ts';
import { IdempotentHeaders } from '../headers.ts';
import { ModelKey, ModelKeyList, ModelKeyRequest } from './model-keys.ts';
import { CheckedModel, ModelCheckRequest, ModelOverview } from './models.ts';
import {
  AddedContextRepository,
  ContextRepository,
  ContextRepositoryList,
  DeleteProjectQuery,
  ProjectDetails,
  ProjectList,
  ProjectListQuery,
  ProjectPatch,
  ProjectRequest,
  RepositoryLook,
  RepositoryLookRequest,
  SavedProject,
} from './projects.ts';

/** What can be wrong with a repository that is checked. */
const repositoryErrors: ErrorCode[] = [
  ...readingRepository,
  'repository_not_docs',
  'repository_archived',
  'repository_moved',
  'code_host_unreachable',
  'code_host_unauthorized',
  'code_host_limited',
];

/** For an endpoint that only reads, and that people who see the pages may call as well. */
const reading = { method: 'GET', scope: 'admin', people: true, errors: [] } satisfies Partial<Endpoint>;

/** For settings of a project, which an editor may change, too. */
const setting = { scope: 'admin', editors: true } satisfies Partial<Endpoint>;

/** The endpoints of projects and of their settings. */
export const projectEndpoints = {
  listProjects: {
    ...reading,
    path: '/v1/projects',
    summary: 'List the projects',
    description: 'Ordered by name. A key that is for one project sees only that one.',
    query: ProjectListQuery,
    replies: { 200: ProjectList },
  },
  createProject: {
    method: 'POST',
    path: '/v1/projects',
    summary: 'Create a project',
    description:
      'Reads the repository before anything is stored: it must exist and contain docs. If no repository is given, Copydesk creates ' +
      'an empty one and keeps it. The address must be public, unless the operator allows its network.',
    scope: 'admin',
    body: ProjectRequest,
    headers: IdempotentHeaders,
    replies: { 201: SavedProject },
    errors: [
      'test_mode',
      ...bodyErrors,
      ...repositoryErrors,
      'idempotency_key_in_flight',
      'idempotency_key_reused',
      'data_directory_refused',
    ],
  },
  getProject: {
    ...reading,
    path: '/v1/projects/{projectId}',
    summary: 'Get a project',
    description: 'Includes how much it contains, which a deletion would remove. Never a secret.',
    replies: { 200: ProjectDetails },
  },
  changeProject: {
    ...setting,
    method: 'PATCH',
    path: '/v1/projects/{projectId}',
    summary: 'Change a project',
    description:
      'A field that is absent stays. A new repository, branch or folder is read first, and must contain docs. With ' +
      '`revision` the change is refused if somebody else has changed the project since it was read; `errors` then ' +
      'contains the current value of each field.',
    body: ProjectPatch,
    replies: { 200: SavedProject },
    errors: [
      'test_mode',
      ...bodyErrors,
      ...repositoryErrors,
      'changed_meanwhile',
      'data_directory_refused',
      'secret_unreadable',
    ],
  },
  deleteProject: {
    method: 'DELETE',
    path: '/v1/projects/{projectId}',
    summary: 'Delete a project',
    description:
      'This is final. The project disappears at once for everybody, with its jobs, its page views, its webhooks and the keys that ' +
      'are only for it; active jobs are stopped, and the name is free again. A repository that Copydesk keeps for it ' +
      'is removed; one elsewhere is not changed. The audit log stays.',
    scope: 'admin',
    query: DeleteProjectQuery,
    replies: { 204: z.null() },
    errors: ['unsupported_media_type'],
  },
  lookAtRepository: {
    method: 'POST',
    path: '/v1/repositories/look',
    summary: 'Inspect a repository',
    description:
      'Says what a project would find there: the kind of site, the pages, and what the checks find. Nothing is stored.',
    ...setting,
    body: RepositoryLookRequest,
    replies: { 200: RepositoryLook },
    errors: ['test_mode', ...bodyErrors, ...repositoryErrors],
  },
  listContextRepositories: {
    ...reading,
    path: '/v1/projects/{projectId}/context',
    summary: 'List the context repositories',
    description: 'The repositories that the agent may read beside the docs, by name.',
    replies: { 200: ContextRepositoryList },
  },
  addContextRepository: {
    ...setting,
    method: 'POST',
    path: '/v1/projects/{projectId}/context',
    summary: 'Add a context repository',
    description: 'Reads the repository before anything is stored. A project has at most 10.',
    body: ContextRepository,
    replies: { 201: AddedContextRepository },
    errors: ['test_mode', ...bodyErrors, ...repositoryErrors, 'secret_unreadable', 'data_directory_refused'],
  },
  removeContextRepository: {
    ...setting,
    method: 'DELETE',
    path: '/v1/projects/{projectId}/context/{name}',
    summary: 'Remove a context repository',
    description: 'From the next turn on, the agent can no longer read it.',
    replies: { 204: z.null() },
    errors: ['unsupported_media_type'],
  },
  listModels: {
    ...reading,
    path: '/v1/projects/{projectId}/models',
    summary: 'List the providers of models',
    description: 'The settings of each provider for the jobs of the project, and the prices of models. Never a key.',
    replies: { 200: ModelOverview },
  },
  checkModel: {
    ...setting,
    method: 'POST',
    path: '/v1/projects/{projectId}/models/check',
    summary: 'Try a model',
    description:
      'Asks the model for one tool call, with the key and the address that jobs of the project use. It costs a few ' +
      'hundred tokens, and takes at most a minute for each call. The reply says what is wrong.',
    body: ModelCheckRequest,
    replies: { 200: CheckedModel },
    errors: ['test_mode', ...bodyErrors],
  },
  listModelKeys: {
    ...reading,
    path: '/v1/projects/{projectId}/model-keys',
    summary: 'List the model keys',
    description: 'The providers for which the project has a key or an address of its own. Never the key itself.',
    replies: { 200: ModelKeyList },
  },
  setModelKey: {
    ...setting,
    method: 'PUT',
    path: '/v1/projects/{projectId}/model-keys/{provider}',
    summary: 'Set a model key',
    description:
      'Stores a key, an address or both for the jobs of the project, encrypted, and replaces the earlier ones. The address ' +
      'must be public, unless the operator allows its network.',
    body: ModelKeyRequest,
    replies: { 200: ModelKey },
    errors: ['test_mode', ...bodyErrors, 'data_directory_refused', 'code_host_unreachable'],
  },
  deleteModelKey: {
    ...setting,
    method: 'DELETE',
    path: '/v1/projects/{projectId}/model-keys/{provider}',
    summary: 'Delete a model key',
    description:
      'From then on, jobs use the key of the installation. Deleting a key that does not exist changes nothing.',
    replies: { 204: z.null() },
    errors: ['unsupported_media_type'],
  },
} as const satisfies Record<string, Endpoint>;
