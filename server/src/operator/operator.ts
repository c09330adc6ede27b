import type { Readable } from 'node:stream';
import type {
  AskedQuestions,
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
import type { ImportRun } from '../analytics/store/import-runs.ts';
import type { DrainingWorker } from '../jobs/drain.ts';
import type { EventPage } from '../jobs/events.ts';
import type { Person } from '../people/people.ts';
import type { ProjectContents } from '../projects/delete.ts';
import type { Project, ProjectChange } from '../projects/project.ts';
import type { ProjectCheck } from './checked-docs.ts';
import type * as Backups from './backups.ts';
import type { ConnectionServices } from './connections.ts';
import type { ContextRepositoryServices } from './context-repositories.ts';
import type { FoundSite } from './found-site.ts';
import type { KeyServices } from './keys.ts';
import type { ModelServices } from './models.ts';
import type { ServerStatus } from './status.ts';
import type { ViewsServices } from './views.ts';
import type { AutomationCommands } from './automations.ts';
import type { FeedbackCommands } from './feedback.ts';
import type { MirrorServices } from './mirrors.ts';
import type { TriggerServices } from './triggers.ts';

/** What the commands need of the rest of the house. main.ts makes it from the environment; nothing starts before a method is called. */
export interface Operator {
  /** The version of Copydesk, as in its package.json. */
  version: string;
  /**
   * Starts the API, and a worker unless told otherwise; resolves when it listens.
   * @throws CopydeskError `settings_invalid`, `port_in_use`, `data_directory_refused`, `database_unavailable`
   */
  serve(options: ServeOptions): Promise<RunningServer>;
  /** `COPYDESK_TOKEN`: a credential for a code host, for commands that nobody types. */
  token: string | undefined;
  /** `COPYDESK_TRIGGER_SECRET`: a secret that the sender to a trigger has made. */
  triggerSecret: string | undefined;
  /** Starts a worker alone. @throws CopydeskError as {@link Operator.serve}, save `port_in_use` */
  work(): Promise<Running>;
  /**
   * Serves MCP over streams, by asking the server at `COPYDESK_URL` with the key `COPYDESK_KEY`; ends with the input.
   * @throws CopydeskError `credentials_required`, `settings_invalid`
   */
  mcp(options: McpOptions): Promise<Running>;
  /** Opens the database, with or without a server beside it. @throws CopydeskError as {@link Operator.work} */
  open(): Promise<OperatorServices>;
  /** The published addresses of agents, with what was renewed. */
  addressRanges(): Promise<AddressRanges>;
  /** The rules that readers are told apart by, without opening the house. */
  readerRules(): Promise<Rules>;
  /**
   * Brings newer rules from a file or an https address.
   * @throws CopydeskError `reader_rules_refused`, `data_directory_refused`, `invalid_request` (a source that cannot be read)
   */
  refreshReaderRules(source: string): Promise<RefreshedRules>;
  /** Downloads the published addresses anew, into the data directory. @throws CopydeskError `data_directory_refused` */
  refreshAddressRanges(): Promise<RenewedNetwork[]>;
  /**
   * Copies everything into a file, whoever uses it meanwhile.
   * @throws CopydeskError `data_directory_refused`, `database_*`, `storage_full`, `invalid_request` (the file)
   */
  backup(options: Backups.BackupOptions): Promise<Backups.BackupDone>;
  /** @throws CopydeskError `backup_refused`, `database_refused` (not empty), and as {@link Operator.backup} */
  restore(options: Backups.RestoreOptions): Promise<Backups.RestoreDone>;
  /** @throws CopydeskError `database_refused` (in use, or the target is not empty), `invalid_request`, and as {@link Operator.backup} */
  moveDatabase(options: Backups.MoveOptions): Promise<Backups.MoveDone>;
  /** Lets a database be used again that was moved; answers whether it was. */
  undoMove(): Promise<boolean>;
  /** @throws CopydeskError `invalid_request` (not embedded), `data_directory_refused` */
  planUpgrade(programs: string | undefined): Promise<Backups.UpgradePlan>;
  /** @throws CopydeskError `database_refused` (in use), `storage_full`, and as {@link Operator.planUpgrade} */
  upgradeDatabase(options: Backups.UpgradeOptions): Promise<Backups.UpgradeDone>;
  /**
   * How the server is, here or elsewhere. Makes no database.
   * @throws CopydeskError of the server elsewhere; here only `settings_invalid`
   */
  status(): Promise<ServerStatus>;
  /** Looks for what is wrong with everything that Copydesk stands on, and changes nothing. */
  examine(): Promise<Finding[]>;
  /** Writes a file without secrets for whoever is to help. @throws CopydeskError `invalid_request` (a file) */
  supportBundle(options: { file: string; log: string | undefined }): Promise<{ bytes: number }>;
  /** The OpenAPI file of the API. */
  openApi(): Promise<object>;
  /** Signs in to a server elsewhere, and keeps it. @throws CopydeskError of the server, or `invalid_request` */
  login(draft: { url: string; key: string; profile: string; allowHttp: boolean }): Promise<Me>;
  /** Forgets a server, the current one unless another is named. @throws CopydeskError `not_found` */
  logout(profile: string | undefined): Promise<{ profile: string; url: string }>;
  /** What went wrong, in words for who has typed the command: a server elsewhere has errors of its own. */
  explain(error: unknown): Promise<unknown>;
  /** The same house under other settings: each given variable replaces the environment's, undefined takes one away. */
  with(environment: Record<string, string | undefined>): Operator;
}

/** Something that is wrong, or may become so, and what to do. */
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

/** Something that runs until it is told to stop. */
export interface Running {
  /** Stops taking new work, lets the steps under way end, and closes everything. May be called twice. */
  stop(): Promise<void>;
  /** Resolves when it has stopped, rejects when it cannot go on. */
  ended: Promise<void>;
}

export interface RunningServer extends Running {
  /** The base address that clients use, without a slash at the end: `COPYDESK_URL`, or where it listens. */
  url: string;
  /** On the server's own database; closed with the server. */
  services: OperatorServices;
}

/** What operators do, on the one organisation of this installation. */
/** What is measured of a project's page views. */
export interface MeasuredSlices {
  slices: number;
  /** The middle of the last seven whole days. */
  viewsADay: number;
  /** Views a day that a slice is meant for. */
  viewsOfSlice: number;
  /** How many slices it may get by itself. */
  most: number;
}

export interface OperatorServices extends KeyServices {
  /**
   * Looks at the repository before it writes anything.
   * @throws CopydeskError `invalid_request` (a name in use), `repository_*`, `ref_not_found`
   */
  createProject(draft: ProjectDraft): Promise<CreatedProject>;
  listProjects(): Promise<Project[]>;
  /** @throws CopydeskError `not_found`, `invalid_request` (a name in use), `repository_*`, `ref_not_found` */
  setProject(id: string, change: Omit<ProjectChange, 'repositoryKind' | 'repositoryMachine'>): Promise<Project>;
  /** What would go with a project. */
  readContents(project: Project): Promise<ProjectContents>;
  /** Deletes a project with all that is in it. @throws CopydeskError `not_found`, `invalid_request` (another name) */
  deleteProject(id: string, name: string): Promise<void>;
  /**
   * Fetches the branch and checks the docs as they stand there.
   * @throws CopydeskError `not_found`, `repository_*`, `ref_not_found`
   */
  checkProject(id: string, ref?: string): Promise<ProjectCheck>;
  /**
   * Fetches the branch and asks the docs, as they stand there, the questions that they must answer.
   * @throws CopydeskError `not_found`, `repository_*`, `ref_not_found`, `no_questions`
   */
  askProject(id: string, ref?: string): Promise<AskedQuestions>;
  /** By id, or else by name. @throws CopydeskError `not_found` */
  findProject(idOrName: string): Promise<Project>;
  /** The id alone, for what is done with nothing else of a project. @throws CopydeskError `not_found` */
  projectIdOf(idOrName: string): Promise<string>;

  /** Without a role an owner. */
  createPerson(draft: { name: string; role?: Role }): Promise<Person>;
  listPeople(): Promise<Person[]>;
  /** The address of a page that signs the person in, once, and goes on to `then` (a path of this server) where given. */
  createSignInLink(personId: string, then?: string): Promise<{ link: string; expiresAt: Date }>;
  /** A link that makes the first owner, in place of those made before; undefined when there are people. */
  createOwnerLink(): Promise<{ link: string; expiresAt: Date } | undefined>;

  /** @param draft.ref the branch to work from; that of the project when absent. @throws CopydeskError `invalid_request` */
  createJob(draft: { projectId: string; prompt: string; ref?: string }): Promise<Job>;
  /** A job that repairs what readers did not find. @throws CopydeskError `nothing_not_found` */
  repairNotFound(draft: { projectId: string; request: RepairRequest }): Promise<Job>;
  /** The project that a job belongs to. @throws CopydeskError `not_found` */
  projectOfJob(jobId: string): Promise<string>;
  readJob(projectId: string, jobId: string): Promise<Job>;
  listJobs(projectId: string, query: { status?: JobStatus; limit: number; cursor?: string }): Promise<JobList>;
  /** @throws CopydeskError `job_archived`, `too_many_messages` */
  messageJob(draft: { projectId: string; jobId: string; prompt: string }): Promise<Job>;
  archiveJob(projectId: string, jobId: string): Promise<Job>;
  /** A job that undoes another. @throws CopydeskError `nothing_to_carry`, `pull_request_not_merged`, `already_undone` */
  undoJob(of: { projectId: string; jobId: string }): Promise<Job>;
  /** A job for each branch, in their order. @throws CopydeskError `nothing_to_carry`, `already_backported`, `invalid_request` */
  backportJob(of: { projectId: string; jobId: string; refs: string[] }): Promise<Job[]>;
  readDiff(projectId: string, jobId: string): Promise<JobDiff>;
  listEvents(jobId: string, page: { after: number; limit: number }): Promise<EventPage>;
  /** Why an active job is not worked on; null when it is, or has ended. */
  readWaiting(jobId: string): Promise<JobWaiting | null>;
  /** @throws CopydeskError `not_found` */
  readUsage(jobId: string): Promise<JobUsage>;
  /** How long to wait for word of a job before looking again: what tells of it may be lost with its connection. */
  lookAgainMilliseconds: number;
  /** Calls back whenever the job's transcript may have grown. Answers the function that ends it. */
  onJobEvent(jobId: string, callback: () => void): () => void;
  /** Calls back with each piece of what the job's model is writing. Answers the function that ends it. */
  onJobText(jobId: string, callback: (piece: JobText) => void): () => void;

  views: ViewsServices;
  /**
   * Judges the views that are kept one by one by the newest rules, of one project or of all; calls back after each.
   * @throws CopydeskError `not_found`
   */
  reclassifyViews(
    projectId: string | undefined,
    onProject: (project: ReclassifiedProject) => void,
  ): Promise<{ rules: string; projects: ReclassifiedProject[] }>;

  /**
   * Counts the page views that logs tell of; a file that cannot be read is told in the summary.
   * @throws CopydeskError `not_found` (the project)
   */
  importViews(
    projectId: string,
    request: Omit<ImportRequest, 'project'>,
    openInput: () => Readable,
  ): Promise<ImportSummary>;

  /**
   * Takes in the counts of another product, all of its export or nothing.
   * @throws CopydeskError `not_found`, `file_refused`
   */
  importElsewhere(projectId: string, request: Omit<ElsewhereRequest, 'projectId'>): Promise<ElsewhereSummary>;

  /** The imports of a project that have counted anything, the newest first. @throws CopydeskError `not_found` */
  /** What is left to distribute of page views. @throws CopydeskError `database_refused` */
  planDistribution(): Promise<DistributionPlan>;
  /** Distributes page views. @throws CopydeskError `database_refused` */
  distribute(options: Omit<DistributeOptions, 'now'>): Promise<void>;
  /** In how many slices the page views of a project are, and how many there are. @throws CopydeskError `not_found` */
  measureSlices(projectId: string): Promise<MeasuredSlices>;
  /** Gives it as many. @returns how many it had. @throws CopydeskError `not_found`, `invalid_request` (fewer than it has) */
  addSlices(projectId: string, count: number): Promise<number>;

  listImports(projectId: string): Promise<ImportRun[]>;
  /** @throws CopydeskError `not_found` */
  readImport(projectId: string, number: number): Promise<ImportRun>;
  /** Takes off what an import has added; undone again it changes nothing. @throws CopydeskError `not_found` */
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
   * Tells the workers of a host, this one unless another is named, to take no more jobs and to end with those they have.
   * @throws CopydeskError `not_found`: no worker is running on the host that was named.
   */
  drainWorkers(host?: string): Promise<{ host: string; workers: string[] }>;
  /** Those of the workers that have not ended yet. */
  readDraining(workerIds: readonly string[]): Promise<DrainingWorker[]>;
  /** Whether any worker of this database was seen lately. */
  workersAlive(): Promise<boolean>;
  /** Works in this process on the one job until it is no longer active, or until the signal, at the next step. */
  workUntilDone(jobId: string, signal: AbortSignal): Promise<void>;

  close(): Promise<void>;
}

/** What operators do with webhooks. Each method throws `not_found` for what is not there. */
export interface WebhookServices {
  /** The secret is told here and never again. @throws CopydeskError `invalid_request` (the address), `too_many_webhooks` */
  create(draft: { projectId: string; url: string; events: readonly WebhookEvent[] }): Promise<CreatedWebhook>;
  list(projectId: string): Promise<Webhook[]>;
  delete(webhookId: string): Promise<void>;
  enable(webhookId: string): Promise<Webhook>;
  test(webhookId: string): Promise<WebhookDelivery>;
  deliveries(webhookId: string, page: { limit: number; cursor?: string }): Promise<WebhookDeliveryList>;
  /** Sends a delivery again, of whichever webhook it is. */
  redeliver(deliveryId: string): Promise<WebhookDelivery>;
}

export interface ProjectDraft {
  name: string;
  /** A URL or a path; a new repository kept by Copydesk when absent. */
  repository?: string;
  /** The branch that pull requests go into; the repository's own default when absent. */
  ref?: string;
  docsFolder?: string;
  model?: string;
  /** Origins whose browsers may send views without a key. */
  origins?: string[];
  /** Where people are counted; null for either side. */
  peopleFrom?: Project['peopleFrom'];
  /** A folder whose files are the first commit of a repository kept by Copydesk. */
  filesFrom?: string;
}

export interface ReclassifiedProject {
  id: string;
  name: string;
  /** Kinds of readers that had been judged by other rules, and those of them that are counted otherwise now. */
  readers: number;
  changed: number;
  /** Views whose count moved. */
  views: number;
}

export interface CreatedProject {
  project: Project;
  /** Where people clone from and push to, when Copydesk keeps the repository. */
  cloneUrl: string | undefined;
  /** What was found in the docs folder; undefined while Copydesk keeps a repository that has nothing yet. */
  site: FoundSite | undefined;
}
