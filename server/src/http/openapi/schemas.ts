import {
  AddedContextRepository,
  AgentsResult,
  ApiKey,
  AuditEntry,
  AuditList,
  Automation,
  AutomationDecision,
  AutomationDryRun,
  AutomationList,
  AutomationPatch,
  AutomationRequest,
  AutomationRun,
  AutomationRunList,
  AutomationTrigger,
  InboundTrigger,
  IssueTrigger,
  NotFoundTrigger,
  ProductChangedTrigger,
  QuietHours,
  ReadMostTrigger,
  ScheduleTrigger,
  TranslationsTrigger,
  BotsResult,
  UnknownReadersResult,
  CodeHostName,
  CollectEvent,
  CollectRequest,
  CollectResult,
  Connection,
  ConnectionChecks,
  ConnectionCredential,
  ConnectionRequest,
  ContextRepository,
  ContextRepositoryList,
  CountedBy,
  CreatedKey,
  CreatedShare,
  CreatedTrigger,
  CreatedWebhook,
  DropReason,
  EventList,
  FileDiff,
  HealthResult,
  HostWebhookResult,
  Interval,
  InvitedPerson,
  Job,
  JobAuthor,
  JobDiff,
  JobEvent,
  JobFailure,
  JobList,
  JobOutcome,
  JobChecks,
  JobPullRequest,
  JobStatus,
  EffectCounts,
  EffectPage,
  FileChange,
  ImpactFile,
  JobEffect,
  JobImpact,
  Lift,
  JobUsage,
  JobWaiting,
  KeyList,
  KeyRequest,
  KeyState,
  LatestResult,
  Me,
  MeChange,
  ModelCheckRequest,
  ModelKey,
  ModelKeyList,
  ModelKeyRequest,
  ModelOverview,
  CheckedModel,
  ModelProvider,
  NotFoundResult,
  OlderCreatedSession,
  OlderJobRequest,
  OlderSession,
  OlderSessionList,
  PageJobs,
  PageResult,
  PageViews,
  PasswordRequest,
  PeopleList,
  Person,
  PersonChange,
  PersonLink,
  PersonRequest,
  Problem,
  Project,
  ProjectDetails,
  ProjectList,
  ProjectPatch,
  ProjectRequest,
  JobRequest,
  PromptRequest,
  Backport,
  BackportRequest,
  JobMadeFrom,
  RepairRequest,
  Purpose,
  ReaderRule,
  ReferrersResult,
  RepositoryLook,
  RepositoryLookRequest,
  Role,
  Scope,
  ServerHealth,
  Session,
  SessionList,
  SetConnection,
  Share,
  ShareList,
  ShareRequest,
  SettingAdvice,
  SourceName,
  Sources,
  Surface,
  TimeseriesResult,
  Totals,
  Trigger,
  TriggerDelivery,
  TriggerList,
  TriggerRequest,
  TriggerResult,
  TriggerScheme,
  Verification,
  ViewsResult,
  VisitsBack,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookEvent,
  WebhookList,
  WebhookPayload,
  WebhookRequest,
} from '@copydesk/contract';
import { ofFeedback } from './feedback-schemas.ts';
import { z } from 'zod';

/** A JSON schema (draft 2020-12, which OpenAPI 3.1 takes as it is). */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

const ofJobs = {
  EventList,
  FileDiff,
  Job,
  JobAuthor,
  JobDiff,
  JobEvent,
  JobFailure,
  JobList,
  JobOutcome,
  JobChecks,
  JobPullRequest,
  JobStatus,
  EffectCounts,
  EffectPage,
  FileChange,
  ImpactFile,
  JobEffect,
  JobImpact,
  JobUsage,
  Lift,
  HostWebhookResult,
  JobWaiting,
  OlderCreatedSession,
  OlderJobRequest,
  OlderSession,
  OlderSessionList,
  JobRequest,
  PromptRequest,
  Backport,
  BackportRequest,
  JobMadeFrom,
  RepairRequest,
};

const ofViews = {
  AgentsResult,
  BotsResult,
  UnknownReadersResult,
  CountedBy,
  HealthResult,
  Interval,
  LatestResult,
  NotFoundResult,
  PageJobs,
  PageResult,
  PageViews,
  Purpose,
  ReferrersResult,
  SourceName,
  Sources,
  Surface,
  TimeseriesResult,
  Totals,
  Verification,
  ViewsResult,
  VisitsBack,
};

const ofCollection = { CollectEvent, CollectRequest, CollectResult, DropReason };

const ofWebhooks = {
  CreatedWebhook,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookEvent,
  WebhookList,
  WebhookPayload,
  WebhookRequest,
};

const ofTriggers = {
  CreatedTrigger,
  Trigger,
  TriggerDelivery,
  TriggerList,
  TriggerRequest,
  TriggerResult,
  TriggerScheme,
};

const ofAutomations = {
  Automation,
  AutomationDecision,
  AutomationDryRun,
  AutomationList,
  AutomationPatch,
  AutomationRequest,
  AutomationRun,
  AutomationRunList,
  AutomationTrigger,
  InboundTrigger,
  IssueTrigger,
  NotFoundTrigger,
  ProductChangedTrigger,
  QuietHours,
  ReadMostTrigger,
  ScheduleTrigger,
  TranslationsTrigger,
};

const ofConnections = { CodeHostName, Connection, ConnectionCredential, ConnectionRequest, SetConnection };

const ofKeys = { ApiKey, CreatedKey, KeyList, KeyRequest, KeyState, Scope };

const ofPeople = {
  AuditEntry,
  AuditList,
  InvitedPerson,
  Me,
  MeChange,
  PasswordRequest,
  PeopleList,
  Person,
  PersonChange,
  PersonLink,
  PersonRequest,
  Role,
  Session,
  SessionList,
};
const ofShares = { CreatedShare, Share, ShareList, ShareRequest };

const ofProjects = {
  AddedContextRepository,
  ConnectionChecks,
  ContextRepository,
  ContextRepositoryList,
  CheckedModel,
  ModelCheckRequest,
  ModelOverview,
  ModelKey,
  ModelKeyList,
  ModelKeyRequest,
  ModelProvider,
  Project,
  ProjectDetails,
  ProjectList,
  ProjectPatch,
  ProjectRequest,
  ReaderRule,
  RepositoryLook,
  RepositoryLookRequest,
};

/** Shapes that stand by their name under `components.schemas`. */
const named = {
  ...ofJobs,
  ...ofViews,
  ...ofCollection,
  ...ofWebhooks,
  ...ofTriggers,
  ...ofAutomations,
  ...ofFeedback,
  ...ofConnections,
  ...ofKeys,
  ServerHealth,
  SettingAdvice,
  ...ofPeople,
  ...ofProjects,
  ...ofShares,
  Problem,
};

/** The schemas of `components.schemas`. */
export function componentSchemas(): Record<string, JsonSchema> {
  return toJsonSchemas(named);
}

/** The reference to a shape that has a name. @throws TypeError for one that has none: give it one. */
export function referenceTo(schema: z.ZodType): { $ref: string } {
  const name = Object.entries(named).find(([, one]) => one === schema)?.[0];
  if (name === undefined) throw new TypeError('A body or reply of the contract has no name in openapi/schemas.ts');
  return { $ref: schemaAddress(name) };
}

/** The fields of a query or of headers, as they are sent. */
export function fieldSchemas(schema: z.ZodObject): Record<string, JsonSchema> {
  return toJsonSchemas({ ...named, ...schema.shape }, Object.keys(schema.shape));
}

/** Converts schemas that may refer to each other; answers those with the given names, or all. */
function toJsonSchemas(schemas: Record<string, z.core.$ZodType>, names = Object.keys(schemas)) {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const converted = z.toJSONSchema(registry, { uri: schemaAddress, io: 'input', override: simplify }).schemas;
  return Object.fromEntries(names.map((name) => [name, withoutAddresses(converted[name] ?? {})]));
}

function schemaAddress(id: string): string {
  return `#/components/schemas/${id}`;
}

/**
 * Takes out what would mislead: dates have a format besides a pattern of 300 characters, and the bounds of
 * JavaScript's integers are not the API's. Puts in the defaults of parameters, which zod leaves out of what is sent.
 */
function simplify({ jsonSchema, zodSchema }: { jsonSchema: JsonSchema; zodSchema: z.core.$ZodTypes }): void {
  if (zodSchema instanceof z.ZodDefault) jsonSchema.default = zodSchema.def.defaultValue;
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

function withoutAddresses(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$schema' && key !== '$id'));
}
