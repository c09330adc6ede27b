import type { Connection, ConnectionChecks, ModelOverview, Webhook, WebhookDelivery } from '@copydesk/contract';
import type { ProjectContents } from '../../../projects/delete.ts';
import type { ContextRepository } from '../../../projects/connection/context-repositories.ts';
import type { ModelKey } from '../../../projects/model-keys.ts';
import type { Project } from '../../../projects/project.ts';
import type { SentMail } from '../../../reports/sendings.ts';
import type { StoredTrigger } from '../../../triggers/trigger.ts';
import type { Site } from '../../view/site.ts';
import type { Faults } from '../../view/fields.ts';

/** The outcome of a form that was refused, or whose result is shown once. */
export interface Outcome {
  /** The section that it belongs to. */
  section: string;
  faults?: Faults;
  /** What was typed, never a secret. */
  typed?: Record<string, string>;
  /** A secret that is shown this once. */
  secret?: { words: string; text: string };
  /** The results of checking the connection. */
  checks?: ConnectionChecks;
  /** What a request with the sample would do. */
  preview?: { prompt: string } | { reason: string };
}

/** All that the settings of a project show. */
export interface SettingsView {
  site: Site;
  /** The address by which programs reach this server. */
  baseUrl: string;
  project: Project;
  now: Date;
  formToken: string | undefined;
  connection: Connection | undefined;
  context: ContextRepository[];
  /** A warning about the context repository that was just added. */
  contextWarning: string | undefined;
  modelKeys: ModelKey[];
  /** What seems to be wrong with the models that the project names. */
  modelWarnings: ModelOverview['warnings'];
  webhooks: Webhook[];
  /** The latest deliveries of the webhook that was opened. */
  deliveries: { webhookId: string; list: WebhookDelivery[] } | undefined;
  /** The mails of its latest reports. */
  sentMails: SentMail[];
  triggers: StoredTrigger[];
  /** The trigger whose deliveries are shown. */
  openTrigger: string | undefined;
  contents: ProjectContents;
  mayDelete: boolean;
  outcome: Outcome | undefined;
}
