import type { CodeHostName, ConnectionCredential, ConnectionSettings } from '@copydesk/contract';
import type { Connection } from '../../projects/connection/connection.ts';
import type { Project } from '../../projects/project.ts';
import type { FoundSite } from './found-site.ts';

/** What operators do with the connections of projects to their code hosts. */
export interface ConnectionServices {
  /**
   * Returns how a project is connected. Undefined when Copydesk hosts its pull requests and git needs no credential.
   */
  read(projectId: string): Promise<Connection | undefined>;
  /**
   * Determines what to connect: a project by its id or name, or a repository by its address, whose project may already
   * exist.
   * @throws CopydeskError `not_found`, `invalid_request`, `repository_invalid`, `code_host_unreachable`
   */
  plan(request: PlanRequest): Promise<ConnectionPlan>;
  /**
   * Checks by API and by git whether everything that Copydesk needs works, and reports each check when it finishes.
   * Leaves nothing behind, neither at the host nor here.
   *
   * @param credential the credential of the connection when absent.
   * @returns whether every required check succeeded.
   */
  try(plan: ConnectionPlan, attempt: Attempt): Promise<boolean>;
  /**
   * Creates the project if it does not exist, and connects it.
   * @throws CopydeskError as {@link OperatorServices.createProject}
   */
  connect(plan: ConnectionPlan, credential: ConnectionCredential, settings: ConnectionSettings): Promise<Connected>;
  /** Gives a connected project the new address of its repository. The credential stays the same. */
  move(plan: ConnectionPlan, settings: ConnectionSettings): Promise<Connected>;
  /** @throws CopydeskError `not_found` when the project is not connected */
  change(projectId: string, settings: ConnectionSettings): Promise<Connection>;
  /** Returns the new secret, which is shown only this once. @throws CopydeskError `not_found` */
  renewWebhookSecret(projectId: string): Promise<string>;
  /** @returns whether the project was connected. */
  disconnect(projectId: string): Promise<boolean>;
  /** Returns where the project's code host sends its webhooks. */
  webhookUrl(projectId: string): Promise<string>;
}

export interface PlanRequest {
  /** The id or name of a project, or the address of a repository. When absent, the only project that exists. */
  target: string | undefined;
  /** The new address of the project's repository. */
  repository?: string;
  host?: CodeHostName;
  apiUrl?: string;
  /** The name of a project that is created. */
  name?: string;
  ref?: string;
  docsFolder?: string;
}

/** Which project to connect with which repository. */
export interface ConnectionPlan {
  /** Undefined when it has to be created. */
  project: Project | undefined;
  /** The settings of a project that has to be created. */
  draft: { name: string; ref?: string; docsFolder?: string };
  host: CodeHostName;
  apiUrl: string;
  repository: string;
  gitUrl: string;
  /** The existing connection of the project. */
  connection: Connection | undefined;
}

export interface Attempt {
  credential: ConnectionCredential | undefined;
  settings: ConnectionSettings;
  onCheck: (check: ConnectionCheck) => void;
}

/** One check of a connection. */
export interface ConnectionCheck {
  name: string;
  ok: boolean;
  /** What the check found, and what to do when it failed. */
  detail: string;
  /** Set on a failed check that only pull requests depend on: nothing that is required is missing. */
  isAdvice?: true;
}

export interface Connected {
  project: Project;
  /** What was found in the docs folder, when the project was created for this connection. */
  site?: FoundSite;
  connection: Connection;
  webhookUrl: string;
  /** The webhook secret, when it is new. */
  webhookSecret: string | undefined;
}
