import type { KeyObject } from 'node:crypto';
import path from 'node:path';
import { CopydeskError } from '@copydesk/contract';
import type { FieldError } from '@copydesk/contract';
import { z } from 'zod';
import type { OperatorPrices } from './agent/models/prices.ts';
import type { OperatorWindows } from './agent/models/providers/context-windows.ts';
import { providerVariables, readProviders } from './agent/models/providers/settings.ts';
import type { ProviderSettings } from './agent/models/providers/settings.ts';
import { isModelName } from './agent/models/registry.ts';
import type { Budget } from './jobs/usage/usage.ts';
import { mailForms, missingMail, readMail } from './mail/settings.ts';
import type { MailSettings } from './mail/settings.ts';
import { missingOpenId, openIdForms, readOpenId } from './open-id/settings.ts';
import type { OpenIdSettings } from './open-id/settings.ts';
import { databaseForms, type DatabaseSettings, readDatabase } from './postgres/settings.ts';
import { RulesKey } from './analytics/classify/refresh/release-key.ts';
import * as forms from './settings-forms.ts';
import type { SecretKey } from './secrets/key-text.ts';
import { readTelemetry, telemetryVariables } from './telemetry/settings.ts';
import type { TelemetrySettings } from './telemetry/settings.ts';

/** All settings, read once at the start from the environment and passed on as arguments. */
export interface Settings {
  /** An absolute path. Contains the embedded database, clones, and the repositories that Copydesk keeps. */
  dataDirectory: string;
  host: string;
  /** 0 means any free port. */
  port: number;
  /** Where this process serves its metrics; undefined when it does not. */
  metrics: { host: string; port: number } | undefined;
  /** The public base address without a trailing slash; undefined: where the server listens. */
  url: string | undefined;
  /** Undefined for the embedded database. */
  databaseUrl: string | undefined;
  database: DatabaseSettings;
  /** The model of projects that set none, `provider/name`. */
  model: string;
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Proxies in front of the server whose `X-Forwarded-For` is trusted, as addresses or CIDR blocks. */
  trustedProxies: string[];
  /** The key that stored secrets are sealed with; undefined for the key file of the data directory. */
  secretKey: SecretKey | undefined;
  /** Where the repositories that Copydesk keeps are mirrored to; undefined for no mirror. */
  mirror: { place: string; token: string | undefined } | undefined;
  /** Networks that are not public but that connections may go to, as addresses or CIDR blocks. */
  privateNetworks: string[];
  /** Absolute paths of the folders whose repositories may be named over HTTP. */
  repositoryFolders: string[];
  /** Variables that were set by a former name. */
  formerNames: { name: string; now: string }[];
  /** Signing in by OpenID Connect; undefined when it is not configured. */
  openId: OpenIdSettings | undefined;
  /** The mail server that reports are sent through; undefined when none is set. */
  mail: MailSettings | undefined;
  /** What a job may use before it stops, when its project sets nothing; null for no limit. */
  budget: Budget;
  /** The prices of models. */
  modelPrices: OperatorPrices;
  /** How to reach each model provider, unless a project says otherwise. */
  providers: ProviderSettings;
  /** The maximum tokens of a model call, for models whose context windows are not published. */
  modelWindows: OperatorWindows;
  /** The absolute path of the Vale program; undefined when the operator has installed none. */
  vale: string | undefined;
  /** The collector that traces of jobs are sent to; undefined when none is set. */
  telemetry: TelemetrySettings | undefined;
  /** How long a model may send nothing in the middle of its answer. */
  modelSilenceSeconds: number;
  /** How long a job without progress waits for a fault to pass. */
  patienceMinutes: number;
  /** Accepted requests an hour: for creating and messaging per project, for analytics per organisation. */
  quotas: { createPerHour: number; messagePerHour: number; analyticsPerHour: number };
  workers: {
    /** For how many seconds a worker has a job without renewing its lease. */
    leaseSeconds: number;
    /** How many jobs one process runs concurrently: they wait for models and for git more than they compute. */
    concurrency: number;
    /**
     * How many jobs of one project run concurrently in all processes together, when the project sets nothing itself.
     */
    projectConcurrency: number;
    /** How many jobs run concurrently in all processes together; undefined for no limit. */
    totalConcurrency: number | undefined;
  };
  /**
   * How many requests, and connections, one process handles concurrently; half of each for one network, key or person.
   */
  rooms: Record<'apiRequests' | 'pageRequests' | 'collectRequests' | 'webhookRequests' | 'connections', number>;
  views: {
    /** For how many months individual page views are kept; their counts stay forever. */
    retentionMonths: number;
    /** How many slices a project may get automatically; `auto` for as many as there are nodes. */
    mostSlices: 'auto' | number;
    /** How many views an address may send a minute without a key. */
    collectPerMinute: number;
    /** The key whose signature on rules for readers is accepted. */
    rulesKey: KeyObject;
  };
}

const Variables = z.object({
  COPYDESK_DATA_DIR: z.string().min(1, 'must not be empty').default('.copydesk'),
  COPYDESK_HOST: z.string().min(1, 'must not be empty').default('127.0.0.1'),
  COPYDESK_PORT: forms.Port.default(4700),
  COPYDESK_METRICS_HOST: z.string().min(1, 'must not be empty').default('127.0.0.1'),
  COPYDESK_METRICS_PORT: forms.Port.optional(),
  COPYDESK_URL: forms.Url.optional(),
  DATABASE_URL: databaseForms.url.optional(),
  DATABASE_DIRECT_URL: databaseForms.url.optional(),
  COPYDESK_DATABASE_CONNECT_SECONDS: databaseForms.seconds.default(10),
  COPYDESK_DATABASE_STATEMENT_SECONDS: databaseForms.seconds.default(30),
  COPYDESK_DATABASE_CONNECTIONS: databaseForms.connections.default(20),
  COPYDESK_DATABASE_WORKER_CONNECTIONS: databaseForms.connections.default(10),
  COPYDESK_MODEL: z
    .string()
    .refine(isModelName, 'must be provider/name, such as builtin/copyeditor')
    .default('builtin/copyeditor'),
  COPYDESK_QUOTA_CREATE: forms.Quota.default(100),
  COPYDESK_QUOTA_MESSAGE: forms.Quota.default(100),
  COPYDESK_QUOTA_ANALYTICS: forms.Quota.default(1_000),
  COPYDESK_LEASE_SECONDS: forms.LeaseSeconds.default(10),
  COPYDESK_WORKER_CONCURRENCY: forms.Jobs.default(16),
  COPYDESK_PROJECT_CONCURRENCY: forms.Jobs.default(5),
  COPYDESK_CONCURRENCY: forms.Jobs.optional(),
  COPYDESK_PATIENCE_MINUTES: forms.Minutes.default(60),
  COPYDESK_BUDGET_STEPS: forms.Limit.default(200),
  COPYDESK_BUDGET_TOKENS: forms.Limit.default(5_000_000),
  COPYDESK_BUDGET_USD: forms.Dollars.default(null),
  COPYDESK_BUDGET_MINUTES: forms.Limit.default(120),
  COPYDESK_MODEL_PRICES: forms.ModelPrices.default(new Map()),
  COPYDESK_MODEL_CONTEXT: forms.ModelWindows.default(new Map()),
  COPYDESK_MODEL_SILENCE_SECONDS: forms.Silence.default(120),
  COPYDESK_VALE: forms.Program.optional(),
  ...providerVariables,
  ...telemetryVariables,
  COPYDESK_VIEWS_RETENTION_MONTHS: forms.Months.default(25),
  COPYDESK_VIEWS_SLICES: forms.Slices.default('auto'),
  COPYDESK_COLLECT_RATE: forms.Rate.default(600),
  COPYDESK_RULES_KEY: RulesKey,
  COPYDESK_ROOM_API: forms.Requests.default(500),
  COPYDESK_ROOM_PAGES: forms.Requests.default(500),
  COPYDESK_ROOM_COLLECT: forms.Requests.default(5_000),
  COPYDESK_ROOM_WEBHOOKS: forms.Requests.default(200),
  COPYDESK_CONNECTIONS: forms.Connections.default(10_000),
  COPYDESK_LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'must be trace, debug, info, warn, error or silent')
    .default('info'),
  COPYDESK_TRUSTED_PROXIES: forms.Networks.default([]),
  COPYDESK_SECRET_KEY: forms.Key.optional(),
  COPYDESK_MIRROR: forms.Mirror.optional(),
  COPYDESK_MIRROR_TOKEN: z.string().min(1, 'must not be empty').optional(),
  COPYDESK_PRIVATE_NETWORKS: forms.Networks.optional(),
  COPYDESK_WEBHOOK_PRIVATE_NETWORKS: forms.Networks.optional(),
  COPYDESK_REPOSITORY_FOLDERS: forms.Folders.default([]),
  COPYDESK_OIDC_ISSUER: openIdForms.issuer.optional(),
  COPYDESK_OIDC_CLIENT_ID: openIdForms.text.optional(),
  COPYDESK_OIDC_CLIENT_SECRET: openIdForms.text.optional(),
  COPYDESK_OIDC_DOMAINS: openIdForms.domains.optional(),
  COPYDESK_OIDC_GROUPS: openIdForms.groups.optional(),
  COPYDESK_OIDC_GROUPS_CLAIM: openIdForms.text.default('groups'),
  COPYDESK_OIDC_ROLE: openIdForms.role.default('viewer'),
  COPYDESK_SMTP_URL: mailForms.url.optional(),
  COPYDESK_SMTP_FROM: mailForms.from.optional(),
});

/** It applied only to webhooks before it applied to every connection. */
const formerNetworks = { name: 'COPYDESK_WEBHOOK_PRIVATE_NETWORKS', now: 'COPYDESK_PRIVATE_NETWORKS' };

/** The names of all settings. */
export const settingNames = Object.keys(Variables.shape);

const Environment = Variables.superRefine((values, context) => {
  const message = 'is missing: signing in by OpenID Connect needs the issuer, the client id and the client secret';
  for (const name of missingOpenId(values)) context.addIssue({ code: 'custom', path: [name], message });
  const half = 'is missing: sending mail needs the server and the sender';
  for (const name of missingMail(values)) context.addIssue({ code: 'custom', path: [name], message: half });
});

/**
 * Reads the settings.
 *
 * @throws CopydeskError `settings_invalid` that names all wrong settings at once. It does not repeat values, since the
 *   address of a database may contain a password.
 */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const parsed = Environment.safeParse(environment);
  if (!parsed.success) throw invalid(parsed.error);
  const values = parsed.data;
  return {
    dataDirectory: path.resolve(values.COPYDESK_DATA_DIR),
    host: values.COPYDESK_HOST,
    port: values.COPYDESK_PORT,
    metrics: metricsAt(values),
    url: values.COPYDESK_URL,
    databaseUrl: values.DATABASE_URL,
    database: readDatabase(values),
    model: values.COPYDESK_MODEL,
    logLevel: values.COPYDESK_LOG_LEVEL,
    trustedProxies: values.COPYDESK_TRUSTED_PROXIES,
    secretKey: values.COPYDESK_SECRET_KEY,
    mirror: mirrorAt(values),
    repositoryFolders: values.COPYDESK_REPOSITORY_FOLDERS,
    privateNetworks: values.COPYDESK_PRIVATE_NETWORKS ?? values.COPYDESK_WEBHOOK_PRIVATE_NETWORKS ?? [],
    formerNames: values.COPYDESK_WEBHOOK_PRIVATE_NETWORKS === undefined ? [] : [formerNetworks],
    openId: readOpenId(values),
    mail: readMail(values),
    budget: {
      steps: values.COPYDESK_BUDGET_STEPS,
      tokens: values.COPYDESK_BUDGET_TOKENS,
      usd: values.COPYDESK_BUDGET_USD,
      minutes: values.COPYDESK_BUDGET_MINUTES,
    },
    modelPrices: values.COPYDESK_MODEL_PRICES,
    providers: readProviders(values),
    modelWindows: values.COPYDESK_MODEL_CONTEXT,
    vale: values.COPYDESK_VALE,
    telemetry: readTelemetry(values),
    modelSilenceSeconds: values.COPYDESK_MODEL_SILENCE_SECONDS,
    patienceMinutes: values.COPYDESK_PATIENCE_MINUTES,
    quotas: {
      createPerHour: values.COPYDESK_QUOTA_CREATE,
      messagePerHour: values.COPYDESK_QUOTA_MESSAGE,
      analyticsPerHour: values.COPYDESK_QUOTA_ANALYTICS,
    },
    workers: {
      leaseSeconds: values.COPYDESK_LEASE_SECONDS,
      concurrency: values.COPYDESK_WORKER_CONCURRENCY,
      projectConcurrency: values.COPYDESK_PROJECT_CONCURRENCY,
      totalConcurrency: values.COPYDESK_CONCURRENCY,
    },
    rooms: {
      apiRequests: values.COPYDESK_ROOM_API,
      pageRequests: values.COPYDESK_ROOM_PAGES,
      collectRequests: values.COPYDESK_ROOM_COLLECT,
      webhookRequests: values.COPYDESK_ROOM_WEBHOOKS,
      connections: values.COPYDESK_CONNECTIONS,
    },
    views: {
      retentionMonths: values.COPYDESK_VIEWS_RETENTION_MONTHS,
      mostSlices: values.COPYDESK_VIEWS_SLICES,
      collectPerMinute: values.COPYDESK_COLLECT_RATE,
      rulesKey: values.COPYDESK_RULES_KEY,
    },
  };
}

function metricsAt({
  COPYDESK_METRICS_HOST: host,
  COPYDESK_METRICS_PORT: port,
}: MetricsVariables): Settings['metrics'] {
  return port === undefined ? undefined : { host, port };
}

function mirrorAt({ COPYDESK_MIRROR: place, COPYDESK_MIRROR_TOKEN: token }: MirrorVariables): Settings['mirror'] {
  return place === undefined ? undefined : { place, token };
}

interface MirrorVariables {
  COPYDESK_MIRROR?: string | undefined;
  COPYDESK_MIRROR_TOKEN?: string | undefined;
}

interface MetricsVariables {
  COPYDESK_METRICS_HOST: string;
  COPYDESK_METRICS_PORT?: number | undefined;
}

/** Returns `COPYDESK_URL`, or where a server with these settings listens. */
export function baseAddress(settings: Settings, port = settings.port): string {
  if (settings.url !== undefined) return settings.url;
  const everywhere = settings.host === '0.0.0.0' || settings.host === '::';
  const host = everywhere ? '127.0.0.1' : settings.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function invalid(error: z.ZodError): CopydeskError {
  const errors: FieldError[] = error.issues.map((issue) => ({
    parameter: String(issue.path[0]),
    detail: issue.message,
  }));
  const named = errors.map((entry) => `${entry.parameter} ${entry.detail}`);
  const list = named.length === 1 ? ` ${named[0]}.` : `\n  ${named.join('\n  ')}`;
  return new CopydeskError('settings_invalid', `The settings are not valid:${list}`, { errors });
}
