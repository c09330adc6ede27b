import { isCopydeskError } from '@copydesk/contract';
import type { FastifyReply } from 'fastify';
import type { Accepted } from '../../jobs/request/create.ts';
import { readQuota, useReadingQuota } from '../../jobs/request/quota.ts';
import type { QuotaKind, QuotaState } from '../../jobs/request/quota.ts';
import type { HttpServices } from '../services.ts';

/**
 * Accepts a request under a quota and reports the quota's state with the reply, also when the request is refused, in
 * the headers of draft-ietf-httpapi-ratelimit-headers-10.
 */
export async function withQuota<T extends Pick<Accepted, 'quota'>>(
  { db, now, quotas }: Pick<HttpServices, 'db' | 'now' | 'quotas'>,
  kind: QuotaKind,
  projectId: string,
  reply: FastifyReply,
  accept: (quota: { perHour: number } | undefined) => Promise<T>,
): Promise<T> {
  const perHour = kind === 'create' ? quotas.createPerHour : quotas.messagePerHour;
  if (perHour === undefined) return await accept(undefined);
  const read = async () => await readQuota(db, projectId, kind, { perHour, now: now() });
  try {
    const accepted = await accept({ perHour });
    // A replay does not count on a quota, so the state has to be looked up.
    reply.headers(quotaHeaders(kind, accepted.quota ?? (await read())));
    return accepted;
  } catch (error) {
    if (isCopydeskError(error, 'quota_exceeded')) reply.headers(quotaHeaders(kind, await read()));
    throw error;
  }
}

/**
 * Counts a request that only reads on the quota of its organisation, and reports the state with the reply as {@link
 * withQuota} does.
 *
 * @throws CopydeskError `quota_exceeded`.
 */
export async function countReading(
  { db, now, quotas }: Pick<HttpServices, 'db' | 'now' | 'quotas'>,
  organisationId: string,
  reply: FastifyReply,
): Promise<void> {
  if (quotas.analyticsPerHour === undefined) return;
  const quota = { perHour: quotas.analyticsPerHour, now: now() };
  try {
    reply.headers(quotaHeaders('analytics', await useReadingQuota(db, organisationId, 'analytics', quota)));
  } catch (error) {
    if (isCopydeskError(error, 'quota_exceeded')) {
      reply.headers(quotaHeaders('analytics', await readQuota(db, organisationId, 'analytics', quota)));
    }
    throw error;
  }
}

function quotaHeaders(kind: QuotaKind, { limit, remaining, resetsInSeconds }: QuotaState): Record<string, string> {
  return {
    'ratelimit-policy': `"${kind}";q=${limit};w=3600`,
    ratelimit: `"${kind}";r=${remaining};t=${resetsInSeconds}`,
  };
}
