import { randomUUID } from 'node:crypto';
import {
  AutomationPatch,
  AutomationRequest,
  BackportRequest,
  ConnectionRequest,
  ContextRepository,
  FeedbackFixRequest,
  FeedbackPatch,
  FeedbackRequest,
  KeyRequest,
  MeChange,
  ModelCheckRequest,
  ModelKeyRequest,
  PasswordRequest,
  PersonChange,
  PersonRequest,
  ProjectPatch,
  ProjectRequest,
  OlderJobRequest,
  JobRequest,
  PromptRequest,
  RepairRequest,
  RepositoryLookRequest,
  ShareRequest,
  TriggerRequest,
  WebhookRequest,
  endpoints,
} from '@copydesk/contract';
import { sampleRepository } from './projects.ts';
import type { Endpoint, Scope } from '@copydesk/contract';

/** Every endpoint by name, for `test.each`, including those without a key. */
export const everyRoute: [string, Endpoint][] = Object.entries<Endpoint>(endpoints);

/** An endpoint that requires a key. */
type KeyedEndpoint = Endpoint & { scope: Scope };

/** Every endpoint that requires a key, by name. */
export const everyEndpoint = everyRoute.filter((route): route is [string, KeyedEndpoint] => route[1].scope !== null);

/** A valid id of a job that does not exist. */
export const absentJobId = 'job_00000000000000000000000000';

/** Valid ids of a webhook and a delivery that do not exist. */
export const absentWebhookId = `whk_${'0'.repeat(22)}`;
export const absentDeliveryId = `msg_${'0'.repeat(22)}`;

/** A valid id of a trigger that does not exist. */
export const absentTriggerId = `trg_${'0'.repeat(22)}`;

/** A valid id of an automation that does not exist. */
export const absentAutomationId = `aut_${'0'.repeat(22)}`;

/** A valid id of feedback that does not exist. */
export const absentFeedbackId = `fbk_${'0'.repeat(26)}`;

/** A valid id of a share link that does not exist. */
export const absentShareId = `shr_${'0'.repeat(22)}`;

/** A valid id of an API key that does not exist. */
export const absentKeyId = `key_${'0'.repeat(22)}`;

/** A valid id of a person who does not exist. */
export const absentPersonId = `per_${'0'.repeat(22)}`;

/** A valid id of a session that does not exist. */
export const absentSessionId = '0'.repeat(32);

/** A valid id of a project that does not exist. */
export const absentProjectId = 'prj_0000000000000000000000';

/** Every endpoint that a key may call, by name. */
export const everyKeyed = everyEndpoint.filter(([, { account }]) => !account);

/** Every endpoint of the requester's own account, by name. */
export const everyOwn = everyEndpoint.filter(([, { account }]) => account);

/** Every endpoint whose path names something that may belong to another organisation, by name. */
export const everyScoped = everyKeyed.filter(([, { path }]) => path.includes('{'));

/** Every endpoint that requires a scope: any key may call the others. */
export const everyScope = everyKeyed.filter(([, { anyScope }]) => !anyScope);

/** Every endpoint that reads page views, by name. */
export const everyTable = everyEndpoint.filter(([, { tables }]) => tables === true);

/** Returns a body that the endpoint accepts; undefined when it takes none. */
export function goodBody({ body }: Endpoint): object | undefined {
  if (body === OlderJobRequest) return { messages: [{ role: 'user', content: 'Fix broken links' }] };
  if (body === BackportRequest) return { refs: ['release/1.x'] };
  if (body === RepairRequest) return { from: 'both' };
  if (body === PromptRequest || body === JobRequest) return { prompt: 'Fix broken links' };
  if (body === ConnectionRequest) return { host: 'git', credential: { kind: 'token', token: 'a-token-of-a-test' } };
  if (body === PersonRequest) return { name: 'Ada', role: 'viewer' };
  if (body === PersonChange || body === MeChange) return { name: 'Grace' };
  if (body === PasswordRequest) return { password: 'a few good words' };
  if (body === KeyRequest) return { name: 'ci', scopes: ['agent:read'] };
  if (body === ProjectRequest) return { name: `Made ${Math.random()}` };
  if (body === ProjectPatch) return { instructions: 'Be brief.' };
  if (body === RepositoryLookRequest) return { repository: sampleRepository() };
  if (body === ContextRepository)
    return { name: `r${Math.random().toString().slice(2, 12)}`, repository: sampleRepository() };
  if (body === ModelCheckRequest) return { model: 'builtin/copyeditor' };
  if (body === ModelKeyRequest) return { key: 'a-key-of-a-test' };
  if (body === ShareRequest) return { name: 'Newsletter' };
  if (body === AutomationRequest) {
    return { name: 'Weekly', trigger: { kind: 'schedule' }, prompt: 'Fix broken links' };
  }
  if (body === AutomationPatch) return { name: 'Every week' };
  if (body === FeedbackRequest) return { id: randomUUID(), path: '/start', helpful: true };
  if (body === FeedbackFixRequest) return { path: '/start' };
  if (body === FeedbackPatch) return { status: 'pending' };
  if (body === TriggerRequest) return { name: 'Linear', prompt: 'Fix what this asks for' };
  if (body === WebhookRequest) return { url: 'https://hooks.example.com/' };
  return body && [{ path: '/start', userAgent: 'Mozilla/5.0 (compatible; ClaudeBot/1.0)' }];
}
