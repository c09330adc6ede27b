import { setTimeout } from 'node:timers/promises';
import { keyOf } from '../../../server/src/code-hosts/host-event.ts';
import type { HostEvent } from '../../../server/src/code-hosts/host-event.ts';
import { storeHostEvents } from '../../../server/src/jobs/hosts/host-events.ts';
import type { Database } from '../../../server/src/postgres/database.ts';
import { readUnsettled } from '../watch/facts.ts';
import type { Observer } from '../watch/observer.ts';

const everyMilliseconds = 4_000;

/**
 * Sends the webhooks of the code host: for each commit that is followed, they report again and again that something has
 * changed, as real ones do when many jobs run. Those that come while the database is unavailable are lost.
 */
export function startWebhooks({ observer, now }: { observer: Observer; now: () => number }): {
  stop: () => Promise<void>;
} {
  const ending = new AbortController();
  const loop = (async () => {
    while (!ending.signal.aborted) {
      await observer.read((db) => sendChecksChanged(db, String(now())));
      await setTimeout(everyMilliseconds, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  })();
  return {
    async stop() {
      ending.abort();
      await loop;
    },
  };
}

async function sendChecksChanged(db: Database, at: string): Promise<void> {
  for (const { project, commit, state } of await readUnsettled(db)) {
    if (state === 'reported') continue;
    const event: HostEvent = { kind: 'checks_changed', headCommit: commit, at };
    await storeHostEvents(db, project, [{ key: keyOf(event), event }]);
  }
}
