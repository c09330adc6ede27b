import type { Readable } from 'node:stream';
import type {
  CreatedWebhook,
  Job,
  JobDiff,
  JobList,
  JobStatus,
  JobText,
  JobUsage,
  JobWaiting,
  Me,
  RepairRequest,
  Role,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookEvent,
} from '@copydesk/contract';
import type { DistributeOptions, DistributionPlan } from '../analytics/cluster/distribute.ts';
import type { AddressRanges } from '../analytics/classify/networks/lookup.ts';
import type { RenewedNetwork } from '../analytics/classify/networks/refresh.ts';
import type { RefreshedRules } from '../analytics/classify/refresh/file.ts';
import type { Rules } from '../analytics/classify/rules/rules.ts';
import type { ElsewhereRequest, ElsewhereSummary } from '../analytics/elsewhere/import-request.ts';
import type { ImportRequest, ImportSummary } from '../analytics/import/import-request.ts';
import type { ImportRun } from '../analytics/store/imports/import-runs.ts';
import type { DrainingWorker } from '../jobs/claim/drain.ts';
import type { EventPage } from '../jobs/events.ts';
import type { Person } from '../people/people.ts';
import type { ProjectContents } from '../projects/delete.ts';
import type { Project, ProjectChange } from '../projects/project.ts';
import type { ProjectCheck } from './checked-docs.ts';
import type * as Backups from './backups.ts';
import type { ConnectionServices } from './project/connections.ts';
import type { ContextRepositoryServices } from './project/context-repositories.ts';
import type { FoundSite } from './project/found-site.ts';
import type { KeyServices } from './keys.ts';
import type { ModelServices } from './models.ts';
import type { AiReaderServices } from './view/ai-readers.ts';
import type { QuestionServices } from './automation/questions.ts';
import type { ServerStatus } from './status.ts';
import type { ViewsServices } from './view/views.ts';
import type { AutomationCommands } from './automation/automations.ts';
import type { FeedbackCommands } from './automation/feedback.ts';
import type { MirrorServices } from './mirrors.ts';
import type { ProjectFinding } from './project/project-finding.ts';
import type { OpenOptions } from './project/open-options.ts';
import type { TriggerServices } from './automation/triggers.ts';

/** What the commands need from the rest of the app. main.ts creates it; nothing starts before a method is called. */
export interface Operator {
  /** The version of Copydesk, as in its package.json. */
  version: string;
  /**
   * Starts the API, and also a worker unless the options say no. Resolves when the API listens.
   * @throws CopydeskError `settings_invalid`, `port_in_use`, `data_directory_refused`, `database_unavailable`
   */
  serve(options: ServeOptions): Promise<RunningServer>;
  /** `COPYDESK_TOKEN`: a credential for a code host, for commands that run without a person. */
  token: string | undefined;
  /** `COPYDESK_TRIGGER_SECRET`: a secret that the sender of a trigger's requests has generated. */
  triggerSecret: string | undefined;
  /** Starts only a worker. @throws CopydeskError as {@link Operator.serve}, except `port_in_use` */
  work(): Promise<Running>;
  /**
   * Serves MCP over streams, through the server at `COPYDESK_URL` with the key `COPYDESK_KEY`. Ends with the input.
   * @throws CopydeskError `credentials_required`, `settings_invalid`
   */
  mcp(options: McpOptions): Promise<Running>;
  /** Opens the database, whether or not a server runs on it. @throws CopydeskError as {@link Operator.work} */
  open(options?: OpenOptions): Promise<OperatorServices>;
  /** Returns the published addresses of agents, with those that were refreshed. */
  addressRanges(): Promise<AddressRanges>;
  /** Returns the rules that classify readers, without opening the services. */
  readerRules(): Promise<Rules>;
  /**
   * Installs newer rules from a file or an https address.
   * @throws CopydeskError `reader_rules_refused`, `data_directory_refused`, `invalid_request` (unreadable source)
   */
  refreshReaderRules(source: string): Promise<RefreshedRules>;
  /** Downloads the published addresses again to the data directory. @throws CopydeskError `data_directory_refused` */
  refreshAddressRanges(): Promise<RenewedNetwork[]>;
  /**
   * Copies everything into a file, even while others use the database.
   * @throws CopydeskError `data_directory_refused`, `database_*`, `storage_full`, `invalid_request` (the file)
   */
  backup(options: Backups.BackupOptions): Promise<Backups.BackupDone>;
  /** @throws CopydeskError `backup_refused`, `database_refused` (not empty), and as {@link Operator.backup} */
  restore(options: Backups.RestoreOptions): Promise<Backups.RestoreDone>;
  /** @throws CopydeskError `database_refused` (in use, or the target is not empty), `invalid_request`, and as {@link Operator.backup} */
  moveDatabase(options: Backups.MoveOptions): Promise<Backups.MoveDone>;
  /** Makes a database usable again that was marked as moved. Returns whether it was marked. */
  undoMove(): Promise<boolean>;
  /** @throws CopydeskError `invalid_request` (not embedded), `data_directory_refused` */
  planUpgrade(programs: string | undefined): Promise<Backups.UpgradePlan>;
  /** @throws CopydeskError `database_refused` (in use), `storage_full`, and as {@link Operator.planUpgrade} */
  upgradeDatabase(options: Backups.UpgradeOptions): Promise<Backups.UpgradeDone>;
  /**
   * Returns the status of the server, local or remote. Does not create a database.
   * @throws CopydeskError the errors of a remote server; locally only `settings_invalid`
   */
  status(): Promise<ServerStatus>;
  /** Looks for problems in everything that Copydesk depends on, and changes nothing. */
  examine(): Promise<Finding[]>;
  /** Writes a file without secrets for support. @throws CopydeskError `invalid_request` (a file) */
  supportBundle(options: { file: string; log: string | undefined }): Promise<{ bytes: number }>;
  /** Returns the OpenAPI document of the API. */
  openApi(): Promise<object>;
  /** Signs in to a remote server and stores it. @throws CopydeskError of the server, or `invalid_request` */
  login(draft: { url: string; key: string; profile: string; allowHttp: boolean }): Promise<Me>;
  /** Forgets a server: the current one unless another is named. @throws CopydeskError `not_found` */
  logout(profile: string | undefined): Promise<{ profile: string; url: string }>;
  /** Turns an error into one that fits the person who typed the command: a remote server has its own errors. */
  explain(error: unknown): Promise<unknown>;
  /** Returns the same operator with these variables in place of the environment's; undefined removes one. */
  with(environment: Record<string, string | undefined>): Operator;
}

/** A problem, or something that may become one, and what to do. */
export interface Finding {
  about: string;
  severity: 'wrong' | 'unwise';
  found: string;
  todo: string;
}

interface ServeOptions {
  worker: boolean;
}

interface McpOptions {
  readOnly: boolean;
  input: Readable;
  output: (text: string) => void;
  complain: (text: string) => void;
}

/** Something that runs until it is stopped. */
export interface Running {
  /** Stops taking new work, lets the steps in progress end, and closes everything. Safe to call twice. */
  stop(): Promise<void>;
  /** Resolves when everything has stopped. Rejects when it cannot continue. */
  ended: Promise<void>;
}

export interface RunningServer extends Running {
  /** The base address for clients, without a trailing slash: `COPYDESK_URL`, or where the server listens. */
  url: string;
  /** Uses the server's own database, and is closed with the server. */
  services: OperatorServices;
}

/** Measurements of a project's page views. */
export interface MeasuredSlices {
  slices: number;
  /** The median of the last seven whole days. */
  viewsADay: number;
  /** How many views a day one slice is meant for. */
  viewsOfSlice: number;
  /** How many slices the project may get automatically. */
  most: number;
}

/** What operators do, within the one organisation of this installation. */
export interface OperatorServices extends ProjectFinding, KeyServices, QuestionServices, AiReaderServices {
  /**
   * Checks the repository before it stores anything.
   * @throws CopydeskError `invalid_request` (a name in use), `repository_*`, `ref_not_found`
   */
  createProject(draft: ProjectDraft): Promise<CreatedProject>;
  listProjects(): Promise<Project[]>;
  /** Lists the projects, or only their names for a caller that may not see their settings. */
  listVisible(): Promise<VisibleProjects>;
  /** @throws CopydeskError `not_found`, `invalid_request` (a name in use), `repository_*`, `ref_not_found` */
  setProject(id: string, change: Omit<ProjectChange, 'repositoryKind' | 'repositoryMachine'>): Promise<Project>;
  /** Returns what would be deleted with a project. */
  readContents(project: Project): Promise<ProjectContents>;
  /** Deletes a project and its contents. @throws CopydeskError `not_found`, `invalid_request` (another name) */
  deleteProject(id: string, name: string): Promise<void>;
  /**
   * Fetches the branch and checks the docs at its head.
   * @throws CopydeskError `not_found`, `repository_*`, `ref_not_found`
   */
  checkProject(id: string, ref?: string): Promise<ProjectCheck>;

  /** Creates a person; an owner when no role is given. */
  createPerson(draft: { name: string; role?: Role }): Promise<Person>;
  listPeople(): Promise<Person[]>;
  /** Creates a link that signs the person in once and then opens `then` (a path of this server) if given. */
  createSignInLink(personId: string, then?: string): Promise<{ link: string; expiresAt: Date }>;
  /** Creates a link that makes the first owner and replaces earlier ones; undefined when people exist. */
  createOwnerLink(): Promise<{ link: string; expiresAt: Date } | undefined>;

  /** @param draft.ref the branch to work from; by default the project's. @throws CopydeskError `invalid_request` */
  createJob(draft: { projectId: string; prompt: string; ref?: string }): Promise<Job>;
  /** Creates a job that fixes addresses that readers did not find. @throws CopydeskError `nothing_not_found` */
  repairNotFound(draft: { projectId: string; request: RepairRequest }): Promise<Job>;
  readJob(projectId: string, jobId: string): Promise<Job>;
  listJobs(projectId: string, query: { status?: JobStatus; limit: number; cursor?: string }): Promise<JobList>;
  /** @throws CopydeskError `job_archived`, `too_many_messages` */
  messageJob(draft: { projectId: string; jobId: string; prompt: string }): Promise<Job>;
  archiveJob(projectId: string, jobId: string): Promise<Job>;
  /**
   * Creates a job that undoes another.
   * @throws CopydeskError `nothing_to_carry`, `pull_request_not_merged`, `already_undone`
   */
  undoJob(of: { projectId: string; jobId: string }): Promise<Job>;
  /**
   * Creates a job for each branch, in their order.
   * @throws CopydeskError `nothing_to_carry`, `already_backported`, `invalid_request`
   */
  backportJob(of: { projectId: string; jobId: string; refs: string[] }): Promise<Job[]>;
  readDiff(projectId: string, jobId: string): Promise<JobDiff>;
  listEvents(jobId: string, page: { after: number; limit: number }): Promise<EventPage>;
  /** Returns why no worker works on an active job; null when one does, or the job has ended. */
  readWaiting(jobId: string): Promise<JobWaiting | null>;
  /** @throws CopydeskError `not_found` */
  readUsage(jobId: string): Promise<JobUsage>;
  /** How long to wait for news of a job before reading it: a notification may be lost with its connection. */
  pollMilliseconds: number;
  /** Calls back whenever the job's transcript may have grown. Returns a function that unsubscribes. */
  onJobEvent(jobId: string, callback: () => void): () => void;
  /** Calls back with each piece of text that the job's model writes. Returns a function that unsubscribes. */
  onJobText(jobId: string, callback: (piece: JobText) => void): () => void;

  views: ViewsServices;
  /**
   * Classifies the individually stored views again by the newest rules, for one project or for all. Calls back after
   * each project.
   * @throws CopydeskError `not_found`
   */
  reclassifyViews(
    projectId: string | undefined,
    onProject: (project: ReclassifiedProject) => void,
  ): Promise<{ rules: string; projects: ReclassifiedProject[] }>;

  /**
   * Counts the page views in access logs. The summary reports files that cannot be read.
   * @throws CopydeskError `not_found` (the project)
   */
  importViews(
    projectId: string,
    request: Omit<ImportRequest, 'project'>,
    openInput: () => Readable,
  ): Promise<ImportSummary>;

  /**
   * Imports the counts of another product: all of its export or nothing.
   * @throws CopydeskError `not_found`, `file_refused`
   */
  importElsewhere(projectId: string, request: Omit<ElsewhereRequest, 'projectId'>): Promise<ElsewhereSummary>;

  /** Returns which page views still have to be distributed. @throws CopydeskError `database_refused` */
  planDistribution(): Promise<DistributionPlan>;
  /** Distributes page views over the nodes of the database. @throws CopydeskError `database_refused` */
  distribute(options: Omit<DistributeOptions, 'now'>): Promise<void>;
  /** Returns a project's number of slices, and their measurements. @throws CopydeskError `not_found` */
  measureSlices(projectId: string): Promise<MeasuredSlices>;
  /** Sets the number of slices. @returns the old one. @throws CopydeskError `not_found`, `invalid_request` (too few) */
  addSlices(projectId: string, count: number): Promise<number>;
  /** Lists the imports of a project that have counted anything, newest first. @throws CopydeskError `not_found` */
  listImports(projectId: string): Promise<ImportRun[]>;
  /** @throws CopydeskError `not_found` */
  readImport(projectId: string, number: number): Promise<ImportRun>;
  /** Subtracts what an import has added. Undoing it again changes nothing. @throws CopydeskError `not_found` */
  undoImport(projectId: string, number: number): Promise<ImportRun>;

  webhooks: WebhookServices;
  triggers: TriggerServices;
  mirrors: MirrorServices;
  automations: AutomationCommands;
  feedback: FeedbackCommands;

  connections: ConnectionServices;

  contextRepositories: ContextRepositoryServices;

  models: ModelServices;

  /**
   * Tells the workers of a host to take no more jobs and to end when those that they have are done. The host is this
   * one unless another is named.
   * @throws CopydeskError `not_found`: no worker runs on the named host.
   */
  drainWorkers(host?: string): Promise<{ host: string; workers: string[] }>;
  /** Returns which of the workers have not ended yet. */
  readDraining(workerIds: readonly string[]): Promise<DrainingWorker[]>;
  /** Whether any worker of this database was seen recently. */
  workersAlive(): Promise<boolean>;
  /** Works on one job in this process until it is no longer active, or until the first step after the signal. */
  workUntilDone(jobId: string, signal: AbortSignal): Promise<void>;

  close(): Promise<void>;
}

/** What operators do with webhooks. Each method throws `not_found` for what does not exist. */
export interface WebhookServices {
  /** The secret is returned only here. @throws CopydeskError `invalid_request` (the address), `too_many_webhooks` */
  create(draft: { projectId: string; url: string; events: readonly WebhookEvent[] }): Promise<CreatedWebhook>;
  list(projectId: string): Promise<Webhook[]>;
  delete(webhookId: string): Promise<void>;
  enable(webhookId: string): Promise<Webhook>;
  test(webhookId: string): Promise<WebhookDelivery>;
  deliveries(webhookId: string, page: { limit: number; cursor?: string }): Promise<WebhookDeliveryList>;
  /** Sends a delivery again, whichever webhook it belongs to. */
  redeliver(deliveryId: string): Promise<WebhookDelivery>;
}

export interface ProjectDraft {
  name: string;
  /** A URL or a path. When absent, Copydesk creates and keeps a new repository. */
  repository?: string;
  /** The target branch of pull requests; the repository's default branch when absent. */
  ref?: string;
  docsFolder?: string;
  model?: string;
  /** Origins whose browsers may send views without a key. */
  origins?: string[];
  /** Which side counts people; null for either. */
  peopleFrom?: Project['peopleFrom'];
  /** A folder whose files become the first commit of a repository kept by Copydesk. */
  filesFrom?: string;
}

export interface ReclassifiedProject {
  id: string;
  name: string;
  /** Kinds of readers that were classified by other rules, and how many of them are now counted differently. */
  readers: number;
  changed: number;
  /** Views whose classification changed. */
  views: number;
}

export interface CreatedProject {
  project: Project;
  /** Where people clone from and push to, when Copydesk keeps the repository. */
  cloneUrl: string | undefined;
  /** What was found in the docs folder; undefined while a kept repository is still empty. */
  site: FoundSite | undefined;
}

/** Projects, or only their names for a caller that may not see their settings. */
export type VisibleProjects = { projects: Project[] } | { names: { id: string; name: string }[] };
