import type { HostComment, HostEvent } from '../../../src/code-hosts/host-event.ts';
import { keyOf } from '../../../src/code-hosts/host-event.ts';
import { storeHostEvents } from '../../../src/jobs/hosts/host-events.ts';
import { readConnection } from '../../../src/projects/connection/connection.ts';
import { handleHosts } from '../../../src/worker/hosts/handle-hosts.ts';
import type { WorkerServices } from '../../../src/worker/services.ts';
import { connectProject } from '../../support/connection.ts';
import { memoryHost } from '../../support/memory-host.ts';
import type { MemoryHost } from '../../support/memory-host.ts';
import type { Script } from '../../support/scripted-model.ts';
import { workerRig } from '../rig.ts';
import type { WorkerRig } from '../rig.ts';

/** A worker whose project is at a code host across the network. */
export interface HostRig extends WorkerRig {
  host: MemoryHost;
  /** Stores events as a webhook does. */
  notify: (...events: HostEvent[]) => Promise<void>;
  /** Handles whatever is due, as one worker that has just started, and then stops. */
  handleHosts: (change?: Partial<WorkerServices>) => Promise<void>;
  /** The outcome of each event, by key; null for unhandled ones. */
  outcomes: () => Promise<Record<string, string | null>>;
  /** Pretends that all pauses are over and that it is time to poll. */
  passTime: () => Promise<void>;
}

export async function hostRig(script: Script, options: Parameters<typeof workerRig>[1] = {}): Promise<HostRig> {
  const rig = await workerRig(script, options);
  const { db, project, work: plainWork } = rig;
  const host = memoryHost();
  await connectProject(db, project.id, { login: 'copydesk-bot' });
  const services: WorkerServices = {
    ...rig.services,
    codeHost: () => host,
    hosted: async (projectId) => {
      const connection = await readConnection(db, projectId);
      return connection && { host, connection };
    },
  };
  const past = new Date(0);
  return Object.assign(rig, {
    services,
    host,
    work: async (change: Partial<WorkerServices> = {}) => await plainWork({ ...services, ...change }),
    async notify(...events: HostEvent[]) {
      await storeHostEvents(
        db,
        project.id,
        events.map((event) => ({ key: keyOf(event), event })),
      );
    },
    async handleHosts(change: Partial<WorkerServices> = {}) {
      const ending = new AbortController();
      const hostHandling = handleHosts({ ...services, ...change }, ending.signal);
      await hostHandling.handleDue();
      await hostHandling.stop();
    },
    async outcomes() {
      const rows = await db.selectFrom('host_event').select(['key', 'outcome', 'handled_at']).execute();
      return Object.fromEntries(rows.map((row) => [row.key, row.handled_at && row.outcome]));
    },
    async passTime() {
      await db.updateTable('code_host_connection').set({ attend_after: past, poll_after: past }).execute();
      await db.updateTable('host_event').set({ not_before: past }).execute();
      await db.updateTable('checked_commit').set({ ask_after: past, asked_at: past }).execute();
    },
  });
}

/** A comment on the first pull request, by Ann, who has push access. */
export function comment(id: string, body: string, change: Partial<HostComment> = {}): HostEvent {
  const link = `https://host.test/acme/docs/pull/1#${id}`;
  const plain = { id, number: 1, author: 'ann', isBot: false, body, link, thread: null, place: null };
  return { kind: 'comment', comment: { ...plain, ...change } };
}
