import { isCopydeskError } from '@copydesk/contract';
import type { FastifyReply } from 'fastify';
import { readQuota } from '../jobs/quota.ts';
import type { QuotaKind, QuotaState } from '../jobs/quota.ts';
import type { HttpServices } from './services.ts';

/**
 * Accepts a request under a quota and tells the quota's state with the reply, also when it is refused, in the
 * headers of draft-ietf-httpapi-ratelimit-headers-10.
 */
export async function withQuota<T>(
  { db, now, quotas }: Pick<HttpServices, 'db' | 'now' | 'quotas'>,
  kind: QuotaKind,
  projectId: string,
  reply: FastifyReply,
  accept: (quota: { perHour: number } | undefined) => Promise<T>,
): Promise<T> {
  const perHour = kind === 'create' ? quotas.createPerHour : quotas.messagePerHour;
  if (perHour === undefined) return await accept(undefined);
  const tell = async () => {
    reply.headers(quotaHeaders(kind, await readQuota(db, projectId, kind, { perHour, now: now() })));
  };
  try {
    const accepted = await accept({ perHour });
    await tell();
    return accepted;
  } catch (error) {
    if (isCopydeskError(error, 'quota_exceeded')) await tell();
    throw error;
  }
}

function quotaHeaders(kind: QuotaKind, { limit, remaining, resetsInSeconds }: QuotaState): Record<string, string> {
  return {
    'ratelimit-policy': `"${kind}";q=${limit};w=3600`,
    ratelimit: `"${kind}";r=${remaining};t=${resetsInSeconds}`,
  };
}
