import type { HostEvent } from '../../code-hosts/host-event.ts';
import { keyOf } from '../../code-hosts/host-event.ts';
import { storePoll } from '../../jobs/hosts/host-lease.ts';
import type { HostLease } from '../../jobs/hosts/host-lease.ts';
import { listDelivered } from '../../jobs/deliver/delivered.ts';
import type { Delivered } from '../../jobs/deliver/delivered.ts';
import { storeHostEvents } from '../../jobs/hosts/host-events.ts';
import type { HostWork } from './host-work.ts';
import { requestOf } from './mention.ts';

/** How many pull requests of one project are watched; beyond that, only the newest. */
export const mostWatched = 50;

/** How far the host's clock and ours may differ, and how late the host may list an event. */
const overlapMilliseconds = 120_000;

/**
 * Asks a code host what has happened, and stores it as if a webhook had reported it. The key identifies what a webhook
 * already reported. It also asks for the heads of branches, so that conflicts are found without webhooks.
 */
export async function pollHost(work: HostWork): Promise<void> {
  const { services, project, hostLease, connection } = work;
  const { db } = services;
  const asked = services.now();
  const watched = await listDelivered(db, project.id, mostWatched);
  if (watched.length > 0) {
    const since = new Date(hostLease.syncedUntil.getTime() - overlapMilliseconds);
    const changes = await work.host.changesSince(since);
    const asking = reviewsThatAsk(changes, connection.mention);
    const telling = changes.filter((event) =>
      concernsCopydesk(event, { watched, mention: connection.mention, asking }),
    );
    const events = [...telling, ...(await movedBranches(work, watched))];
    await storeHostEvents(
      db,
      project.id,
      events.map((event) => ({ key: keyOf(event), event })),
    );
  }
  await storePoll(db, project.id, { syncedUntil: asked, afterSeconds: pauseSeconds(hostLease, services) });
}

/** Returns the reviews that address Copydesk as a whole, and so mean each of their comments. */
function reviewsThatAsk(changes: readonly HostEvent[], mention: string): Set<string> {
  const comments = changes.filter((event) => event.kind === 'comment').map(({ comment }) => comment);
  const asking = comments.filter(({ id, review, body }) => review === id && requestOf(body, mention) !== undefined);
  return new Set(asking.map(({ id }) => id));
}

/** Most of what happens in a repository does not concern Copydesk. */
function concernsCopydesk(
  event: HostEvent,
  { watched, mention, asking }: { watched: readonly Delivered[]; mention: string; asking: ReadonlySet<string> },
): boolean {
  switch (event.kind) {
    case 'ended':
      return watched.some(({ number }) => number === event.number);
    case 'comment': {
      const { number, body, review = '' } = event.comment;
      const isAsked = requestOf(body, mention) !== undefined || asking.has(review);
      return isAsked && watched.some((one) => one.number === number);
    }
    case 'pushed':
      return watched.some(({ branch, baseRef }) => event.branch === branch || event.branch === baseRef);
    case 'look':
    case 'issue':
    case 'product':
    case 'checks_changed':
      return false;
  }
}

/** A head that was already reported or found before is recognised by its key. */
async function movedBranches(
  { services, project }: HostWork,
  watched: readonly Delivered[],
): Promise<Extract<HostEvent, { kind: 'pushed' }>[]> {
  const { refs } = await services.workspace.probe(services.source(project));
  const branches = new Set(watched.flatMap(({ branch, baseRef }) => [baseRef, branch]));
  return [...branches].flatMap((branch) => {
    const commit = refs.get(branch);
    return commit === undefined ? [] : [{ kind: 'pushed' as const, branch, commit }];
  });
}

const minute = 60;
const day = 86_400_000;

/** Once a minute when no webhook reports events; seldom, as a precaution, when a webhook works. */
function pauseSeconds({ webhookSeenAt }: HostLease, { now, patience }: HostWork['services']): number {
  const hasWebhook = webhookSeenAt !== null && now().getTime() - webhookSeenAt.getTime() < day;
  return (hasWebhook ? 10 * minute : minute) * (0.9 + 0.2 * patience.random());
}
