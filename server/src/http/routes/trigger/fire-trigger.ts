import { CopydeskError, TriggerId, isCopydeskError } from '@copydesk/contract';
import type { TriggerResult } from '@copydesk/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readInbound } from '../../../automations/route-events.ts';
import { fireTrigger, keepForAutomation } from '../../../desk/project/triggers.ts';
import { withPage } from '../../../jobs/present.ts';
import { readProject } from '../../../projects/project.ts';
import { deliveryKey } from '../../../triggers/delivery-id.ts';
import { formFields } from '../../../triggers/form-fields.ts';
import { proofs } from '../../../triggers/proof.ts';
import { whyNot } from '../../../triggers/prompt.ts';
import { noteDelivery } from '../../../triggers/recent.ts';
import { openTrigger } from '../../../triggers/trigger.ts';
import type { StoredTrigger } from '../../../triggers/trigger.ts';
import { addApiRoute } from '../../api-route.ts';
import { parameter } from '../../checks/admit.ts';
import { readBody } from '../../checks/body.ts';
import { parseJson } from '../../checks/json.ts';
import type { JsonBounds } from '../../checks/json-bounds.ts';
import { requireJson } from '../../checks/media-type.ts';
import { openBodyBudget, tooManyOf } from '../../collect/body-budget.ts';
import { openRateLimit } from '../../collect/rate-limit.ts';
import { withQuota } from '../../replies/quota-headers.ts';
import { addressOf, networkOf } from '../../session/address.ts';
import type { RouteServices } from '../route-services.ts';

/** Deeper than what senders send, and still quick to walk through. */
const bounds: JsonBounds = { depth: 64, values: 40_000 };

/** Compared with when the trigger does not exist, so that the reply takes as long. */
const decoySecret = 'x'.repeat(43);

/**
 * `POST /v1/triggers/{triggerId}`. It needs no key: 429 is checked before anything is read for the request, then size
 * 413, and the proof 401, which is also the reply for a trigger that does not exist.
 */
export function addFireTrigger(app: FastifyInstance, services: RouteServices): void {
  const { limits } = services;
  const rate = openRateLimit(limits.hostWebhooksPerMinute, services, { policy: 'trigger', what: 'requests' });
  const bytes = { all: limits.hostWebhookBytesInFlight, ofOne: limits.hostWebhookBytesOfOne };
  const budget = openBodyBudget(bytes, tooManyOf('requests of triggers'));
  addApiRoute(app, {
    endpoint: 'fireTrigger',
    config: { room: 'webhooks' },
    async admit(_endpoint, request, reply) {
      const id = TriggerId.safeParse(parameter(request, 'triggerId')).data;
      rate.take(addressOf(request), 1, (headers) => void reply.headers(headers), id ?? 'none');
      return id;
    },
    async answer(id, request, reply) {
      const { hold, giveBack } = budget.open(networkOf(addressOf(request)));
      try {
        const body = await readBody(request.raw, limits, hold);
        const headers = singleHeaders(request);
        const trigger = await provenTrigger(services, request, id, { headers, body });
        const result = await storingOutcome(services, trigger, async () => {
          const value = parseBody(request, body);
          const challenge = challengeOf(trigger, value);
          if (challenge !== undefined) return { job: null, reason: 'Slack verifies the address.', challenge };
          const reason = trigger.disabledAt === null ? whyNot(trigger, value) : 'The trigger is switched off.';
          if (reason !== undefined) return { job: null, reason };
          return await start(services, { trigger, body: value, headers }, request, reply);
        });
        return { status: 202, value: result };
      } finally {
        giveBack();
      }
    },
  });
}

/** Stores the outcome of a request whose sender is known, for people who look at the trigger. */
async function storingOutcome(
  { db, now }: RouteServices,
  { id }: StoredTrigger,
  act: () => Promise<TriggerResult>,
): Promise<TriggerResult> {
  const at = now().toISOString();
  try {
    const result = await act();
    const outcome = result.job === null ? 'ignored' : 'started';
    await noteDelivery(db, id, { at, outcome, detail: result.reason, jobId: result.job?.id ?? null });
    return result;
  } catch (error) {
    if (isCopydeskError(error))
      await noteDelivery(db, id, { at, outcome: 'refused', detail: error.message, jobId: null });
    throw error;
  }
}

/** @throws CopydeskError `invalid_signature`, `secret_unreadable` */
async function provenTrigger(
  { db, webhooks, now }: RouteServices,
  request: FastifyRequest,
  id: string | undefined,
  sent: { headers: Record<string, string | undefined>; body: Buffer },
): Promise<StoredTrigger> {
  const found = id === undefined ? undefined : await openTrigger(db, webhooks.box, id);
  const isProven = proofs[found?.trigger.scheme ?? 'bearer'](found?.secret ?? decoySecret, { ...sent, now: now() });
  if (found !== undefined && !isProven) {
    const refused = { at: now().toISOString(), outcome: 'refused', detail: wrongProof, jobId: null } as const;
    // Not awaited, so that the reply takes as long as for a trigger that does not exist.
    noteDelivery(db, found.trigger.id, refused).catch((error: unknown) =>
      request.log.warn({ err: error }, 'the request to a trigger could not be recorded'),
    );
  }
  if (found === undefined || !isProven) throw proofRefused();
  return found.trigger;
}

async function start(
  services: RouteServices,
  { trigger, body, headers }: { trigger: StoredTrigger; body: unknown; headers: Record<string, string | undefined> },
  request: FastifyRequest,
  reply: Parameters<typeof withQuota>[3],
): Promise<TriggerResult> {
  const { db, baseUrl } = services;
  const project = await readProject(db, trigger.projectId);
  if (project === undefined) throw proofRefused();
  const key = deliveryKey(trigger.id, headers, body);
  const automation = await readInbound(db, { projectId: project.id, triggerId: trigger.id });
  if (automation !== undefined) {
    await keepForAutomation(db, { trigger, automation, body, key }, services.now());
    return { job: null, reason: `It is kept for the automation ${automation.name}.` };
  }
  const fired = { trigger, body, key, address: addressOf(request) };
  const { job, replayed } = await withQuota(services, 'create', project.id, reply, async (quota) => {
    const given = { project, ...services.jobDefaults(project), now: services.now(), ...(quota && { quota }) };
    return await fireTrigger(db, fired, given);
  });
  if (replayed) reply.header('idempotency-replayed', 'true');
  const { id, page } = withPage(baseUrl, project.id, job);
  return { job: { id, page }, reason: null };
}

/** @throws CopydeskError `unsupported_media_type`, `invalid_json`, `invalid_request` */
function parseBody({ headers }: FastifyRequest, body: Buffer): unknown {
  requireJson(headers, ['application/json', formType]);
  return headers['content-type']?.startsWith(formType) ? formFields(body.toString('utf8')) : parseJson(body, bounds);
}

/** Sent by commands of Slack, and by pages with a form. */
const formType = 'application/x-www-form-urlencoded';

/**
 * Slack asks once whether the address belongs to the owner of the Slack app
 * (https://docs.slack.dev/reference/events/url_verification).
 */
function challengeOf({ scheme }: StoredTrigger, body: unknown): string | undefined {
  if (scheme !== 'slack' || typeof body !== 'object' || body === null) return undefined;
  const { type, challenge }: { type?: unknown; challenge?: unknown } = body;
  return type === 'url_verification' && typeof challenge === 'string'
    ? challenge.slice(0, 500).toWellFormed()
    : undefined;
}

/**
 * Returns headers by lower-case name, as Node has them. A header that came several times counts as absent: a proof is
 * sent once.
 */
function singleHeaders({ headers }: FastifyRequest): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? undefined : value]),
  );
}

const wrongProof = 'The proof of the secret is missing or wrong.';

/** Returns the one reply for every sender that cannot prove that it knows the secret. */
function proofRefused(): CopydeskError {
  return new CopydeskError(
    'invalid_signature',
    'The request does not prove that its sender knows the secret of this trigger. Check that the address, the secret and ' +
      'the kind of proof are those of the trigger.',
  );
}
