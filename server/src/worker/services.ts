import type { AgentModel } from '../agent/model.ts';
import type { AgentDocs } from '../agent/ports.ts';
import type { Tracing } from '../agent/call/tracing.ts';
import type { TurnLimits } from '../agent/turn.ts';
import type { AutomationServices } from '../automations/ports.ts';
import type { CodeHost, HostedCodeHost } from '../code-hosts/code-host.ts';
import type { DocsEngine } from '../docs/engine.ts';
import type { MostSlices } from '../analytics/store/shards/large-projects.ts';
import type { Lease } from '../jobs/claim/lease.ts';
import type { SpendingDefaults } from '../jobs/usage/usage.ts';
import type { OwnSecret } from '../leaks/own-secrets.ts';
import type { Database } from '../postgres/database.ts';
import type { Connection } from '../projects/connection/connection.ts';
import type { Project } from '../projects/project.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { StyleCheck } from '../style-check/style-check.ts';
import type { Sitemaps } from '../sitemap/sitemaps.ts';
import type { Source, Workspace } from '../workspace/workspace.ts';
import type { Patience } from './failure.ts';
import type { OnFaultPoint } from './fault-points.ts';
import type { Stage } from './stages.ts';

/** What a worker works with. main.ts creates it; tests create it from real parts too. */
export interface WorkerServices {
  db: Database;
  workspace: Workspace;
  docs: DocsEngine;
  /** The sitemaps of published sites; undefined in test mode, where nothing is read from other servers. */
  sitemaps: Sitemaps | undefined;
  /** The style rules that repositories keep for Vale; undefined when the operator has named no Vale. */
  style: StyleCheck | undefined;
  /** Where a project's repository is. */
  source: (project: Project) => Source;
  /** The credentials of a project for git at an address of the same origin as its own repository. */
  authorization: (project: Project, address: string) => Promise<string | undefined>;
  /** Where a project's pull requests are. What is written there counts only while the lease is held. */
  codeHost: (project: Project, lease: Lease) => CodeHost;
  /** The host on the other side of the network where a project's pull requests are; undefined when they are here. */
  hosted: (projectId: string) => Promise<Hosted | undefined>;
  /** @throws CopydeskError `model_not_configured` */
  resolveModel: (name: string, job: { project: Project; docs: AgentDocs }) => AgentModel | Promise<AgentModel>;
  /** The secrets that this installation has of its own and for a project, which must not leave with a change. */
  ownSecrets: (project: Project) => Promise<OwnSecret[]>;
  /** The address of a job's page, for its pull request. */
  jobUrl: (job: { projectId: string; id: string }) => string;
  /** What sending reports needs; undefined for a worker that sends none. */
  reports: ReportSending | undefined;
  /** Removes the repository that Copydesk keeps for a project, if it keeps one. */
  removeKept: (projectId: string) => Promise<void>;
  /** What automations run with; undefined for a worker that runs none. */
  automations: AutomationServices | undefined;
  limits: TurnLimits;
  patience: Patience;
  budgets: SpendingDefaults;
  /** How many months single page views are kept, besides the present one. */
  viewsRetentionMonths: number;
  /** How many slices a project's page views may get automatically; undefined for none. */
  mostSlices: MostSlices | undefined;
  log: WorkerLog;
  now: () => Date;
  /** Called at each named place that a turn passes, for the reliability proofs. */
  onFaultPoint?: OnFaultPoint;
  /** Called with how long each part of a turn took. */
  onStage?: (jobId: string, stage: Stage, milliseconds: number) => void;
  /** Where jobs are traced from outside, one trace each; undefined when the operator has named no collector. */
  tracing: Tracing | undefined;
}

/** A code host as one project knows it. */
export interface Hosted {
  host: HostedCodeHost;
  connection: Connection;
}

/** What sending reports needs. */
export interface ReportSending {
  /** The address at which people reach the server. */
  baseUrl: string;
  /** Sends mails; undefined when the operator has named no mail server. */
  mailer: Mailer | undefined;
}

/** The part of pino's logger that a worker uses. */
export interface WorkerLog {
  debug?: (data: object, message: string) => void;
  info: (data: object, message: string) => void;
  warn: (data: object, message: string) => void;
  error: (data: object, message: string) => void;
}
