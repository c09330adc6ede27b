import type { CodeHostName, ConnectionCredential, ConnectionSettings } from '@copydesk/contract';
import type { Connection } from '../projects/connection.ts';
import type { Project } from '../projects/project.ts';
import type { FoundSite } from './found-site.ts';

/** What operators do with the connections of projects to their code hosts. */
export interface ConnectionServices {
  /** How a project is connected; undefined when its pull requests are with Copydesk and git asks for nothing. */
  read(projectId: string): Promise<Connection | undefined>;
  /**
   * Finds out what is to be connected: a project by its id or name, or a repository by its address, whose project may
   * be there already.
   * @throws CopydeskError `not_found`, `invalid_request`, `repository_invalid`, `code_host_unreachable`
   */
  plan(request: PlanRequest): Promise<ConnectionPlan>;
  /**
   * Tries what Copydesk needs, by an API and by git, and tells each thing that was tried when it is over. Nothing stays
   * behind, at the host or here.
   *
   * @param credential that of the connection when absent.
   * @returns whether all that is needed went well.
   */
  try(plan: ConnectionPlan, attempt: Attempt): Promise<boolean>;
  /** Makes the project where there is none, and connects it. @throws CopydeskError as {@link OperatorServices.createProject} */
  connect(plan: ConnectionPlan, credential: ConnectionCredential, settings: ConnectionSettings): Promise<Connected>;
  /** Gives a connected project the new address of its repository, with the credential that it has. */
  move(plan: ConnectionPlan, settings: ConnectionSettings): Promise<Connected>;
  /** @throws CopydeskError `not_found` when the project is not connected */
  change(projectId: string, settings: ConnectionSettings): Promise<Connection>;
  /** The secret is told here and never again. @throws CopydeskError `not_found` */
  renewWebhookSecret(projectId: string): Promise<string>;
  /** @returns whether the project was connected. */
  disconnect(projectId: string): Promise<boolean>;
  /** Where the host of a project sends its webhooks. */
  webhookUrl(projectId: string): Promise<string>;
}

export interface PlanRequest {
  /** The id or name of a project, or the address of a repository; the only project there is when absent. */
  target: string | undefined;
  /** Where the repository of the project is from now on. */
  repository?: string;
  host?: CodeHostName;
  apiUrl?: string;
  /** Of a project that is made. */
  name?: string;
  ref?: string;
  docsFolder?: string;
}

/** What is to be connected with what. */
export interface ConnectionPlan {
  /** Undefined when it has to be made. */
  project: Project | undefined;
  /** Of the project that is made. */
  draft: { name: string; ref?: string; docsFolder?: string };
  host: CodeHostName;
  apiUrl: string;
  repository: string;
  gitUrl: string;
  /** How the project is connected so far. */
  connection: Connection | undefined;
}

export interface Attempt {
  credential: ConnectionCredential | undefined;
  settings: ConnectionSettings;
  onCheck: (check: ConnectionCheck) => void;
}

/** One thing that was tried. */
export interface ConnectionCheck {
  name: string;
  ok: boolean;
  /** What was found; of a failed one also what to do. */
  detail: string;
  /** Of a failed one: nothing that is needed is missing, pull requests only lack it. */
  isAdvice?: true;
}

export interface Connected {
  project: Project;
  /** What was found in the docs folder of a project that was made for it. */
  site?: FoundSite;
  connection: Connection;
  webhookUrl: string;
  /** When it is new. */
  webhookSecret: string | undefined;
}
