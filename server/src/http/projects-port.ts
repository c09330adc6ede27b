import type {
  CheckedModel,
  ContextRepository,
  ModelKeyRequest,
  ModelOverview,
  Project as PresentedProject,
  ProjectPatch,
  ProjectRequest,
  RepositoryLook,
  RepositoryLookRequest,
  SavedProject,
} from '@copydesk/contract';
import type { Actor } from '../audit/actor.ts';
import type { Once } from '../desk/made-once.ts';
import type { ContextExposure } from '../projects/connection/context-exposure.ts';
import type { ContextRepository as StoredContextRepository } from '../projects/connection/context-repositories.ts';
import type { ModelKey, ModelProvider } from '../projects/model-keys.ts';
import type { Project } from '../projects/project.ts';

/** Whether the caller may name repositories by their path on this machine: only a caller with full rights may. */
export type MayUsePaths = 'paths' | 'addresses';

/** Operations on projects that need git, code hosts or secrets; used by the API and the pages. */
export interface HttpProjects {
  /** Returns a project in the form of the API. */
  present: (project: Project) => PresentedProject;
  /** @throws CopydeskError `repository_*`, `ref_not_found`, `invalid_request`, `insufficient_scope`, `overloaded` */
  lookAtRepository: (
    who: Pick<Actor, 'organisationId'>,
    mayUsePaths: MayUsePaths,
    request: RepositoryLookRequest,
  ) => Promise<RepositoryLook>;
  /** @throws CopydeskError as `look`; `idempotency_key_*`, `data_directory_refused` */
  create: (
    actor: Actor,
    request: ProjectRequest,
    once: Once | undefined,
  ) => Promise<{ project: Project; replayed: boolean; webhookSecret?: string }>;
  /** @throws CopydeskError as `look`; `changed_meanwhile` */
  change: (actor: Actor, project: Project, request: ProjectPatch, mayUsePaths: MayUsePaths) => Promise<Project>;
  /** @throws CopydeskError as `look` */
  addContext: (
    actor: Actor,
    project: Project,
    draft: ContextRepository,
    mayUsePaths: MayUsePaths,
  ) => Promise<StoredContextRepository & { exposure: ContextExposure }>;
  /** @throws CopydeskError `not_found` */
  removeContext: (actor: Actor, project: Project, name: string) => Promise<void>;
  /** Returns a project that was just saved in the form of the API, with what seems to be wrong with its models. */
  presentSaved: (project: Project) => Promise<SavedProject>;
  /** The settings for each provider of models, as jobs of the project use them. */
  models: (project: Project) => Promise<ModelOverview>;
  /** Tries a model: by default the one that new jobs use. @throws CopydeskError `overloaded`, `test_mode` */
  checkModel: (project: Project, query: { model: string | undefined; signal: AbortSignal }) => Promise<CheckedModel>;
  /** @throws CopydeskError `invalid_request`, `data_directory_refused` */
  setModelKey: (
    actor: Actor,
    project: Project,
    draft: { provider: ModelProvider } & ModelKeyRequest,
  ) => Promise<ModelKey>;
  deleteModelKey: (actor: Actor, project: Project, provider: ModelProvider) => Promise<void>;
}
