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

/** Every endpoint by its name, for `test.each`, also those that ask for no key. */
export const everyRoute: [string, Endpoint][] = Object.entries<Endpoint>(endpoints);

/** An endpoint that asks for a key. */
type KeyedEndpoint = Endpoint & { scope: Scope };

/** Every endpoint that asks for a key, by its name. */
export const everyEndpoint = everyRoute.filter((route): route is [string, KeyedEndpoint] => route[1].scope !== null);

/** A job's id that has the right form and belongs to nothing. */
export const absentJobId = 'job_00000000000000000000000000';

/** A webhook's and a delivery's id that have the right form and belong to nothing. */
export const absentWebhookId = `whk_${'0'.repeat(22)}`;
export const absentDeliveryId = `msg_${'0'.repeat(22)}`;

/** A trigger's id that has the right form and belongs to nothing. */
export const absentTriggerId = `trg_${'0'.repeat(22)}`;

/** An automation's id that has the right form and belongs to nothing. */
export const absentAutomationId = `aut_${'0'.repeat(22)}`;

/** A feedback's id that has the right form and belongs to nothing. */
export const absentFeedbackId = `fbk_${'0'.repeat(26)}`;

/** A share link's id that has the right form and belongs to nothing. */
export const absentShareId = `shr_${'0'.repeat(22)}`;

/** An API key's id that has the right form and belongs to nothing. */
export const absentKeyId = `key_${'0'.repeat(22)}`;

/** A person's id that has the right form and belongs to nobody. */
export const absentPersonId = `per_${'0'.repeat(22)}`;

/** A session's id that has the right form and belongs to nobody. */
export const absentSessionId = '0'.repeat(32);

/** A project's id that has the right form and belongs to nothing. */
export const absentProjectId = 'prj_0000000000000000000000';

/** Every endpoint that a key may call, by its name. */
export const everyKeyed = everyEndpoint.filter(([, { account }]) => !account);

/** Every endpoint of the account of the person who asks, by its name. */
export const everyOwn = everyEndpoint.filter(([, { account }]) => account);

/** Every endpoint whose path names something that may not be the caller's, by its name. */
export const everyScoped = everyKeyed.filter(([, { path }]) => path.includes('{'));

/** Every endpoint that asks for a scope: any key may call the others. */
export const everyScope = everyKeyed.filter(([, { anyScope }]) => !anyScope);

/** Every endpoint that reads page views, by its name. */
export const everyTable = everyEndpoint.filter(([, { tables }]) => tables === true);

/** A body that the endpoint takes, or none. */
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
