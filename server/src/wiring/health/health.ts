import type { ServerHealth } from '@copydesk/contract';
import { providerOf } from '../../agent/models/providers/provider.ts';
import { readIngestion } from '../../analytics/read/ingestion.ts';
import { findHeldBack } from '../../analytics/store/shards/large-projects.ts';
import type { ProxyHeaders } from '../../http/proxy-headers.ts';
import { countByStatus, listWorkers, readQueue } from '../../jobs/claim/queue-health.ts';
import { listFailingMirrors } from '../../projects/connection/mirrors.ts';
import { readLastBackup } from '../../postgres/backups.ts';
import { readDatabaseHealth } from '../../postgres/database-health.ts';
import type { Database } from '../../postgres/database.ts';
import type { Settings } from '../../settings.ts';
import { readGitVersion } from '../start/git-version.ts';
import { version } from '../services/version.ts';
import { adviceOn } from './advice.ts';
import { readStorage } from './storage.ts';
import { within } from './within.ts';

interface ExaminedServer {
  db: Database;
  settings: Settings;
  /** Its public address. */
  url: string;
  readGit?: typeof readGitVersion;
}

/** How long each part may take. They run concurrently. */
const partMilliseconds = 2_000;

/** Returns the state of the server, with everything that is wrong with it and what to do. */
export async function readServerHealth(
  { db, settings, url, readGit = readGitVersion }: ExaminedServer,
  seen: ProxyHeaders,
  now = new Date(),
): Promise<ServerHealth> {
  const gitPart = within(partMilliseconds, () => readGit(partMilliseconds));
  const [jobs, queue, workers, database, ingestion, storage, backup, git, advice] = await Promise.all([
    within(partMilliseconds, () => countByStatus(db)),
    within(partMilliseconds, () => readQueue(db)),
    within(partMilliseconds, () => readWorkers(db)),
    within(partMilliseconds, async () => ({
      ...(await readDatabaseHealth(db)),
      embedded: settings.databaseUrl === undefined,
    })),
    within(partMilliseconds, async () => {
      const { lastViewAt, ...counted } = await readIngestion(db, now);
      return { ...counted, lastViewAt: lastViewAt?.toISOString() ?? null };
    }),
    within(partMilliseconds, () => readStorage(settings.dataDirectory)),
    within(partMilliseconds, async () => {
      const last = await readLastBackup(db);
      return { last: last === undefined ? null : { ...last, madeAt: last.madeAt.toISOString() } };
    }),
    gitPart,
    within(partMilliseconds, async () => {
      const { found, fault } = await gitPart;
      const gitVersion = fault === null ? (found ?? undefined) : null;
      const [facts, heldBack, failingMirrors] = await Promise.all([
        readFacts(db, settings),
        // Faults of the settings are reported even while a node is lost.
        findHeldBack(db, { now, most: settings.views.mostSlices }).catch(() => []),
        listFailingMirrors(db),
      ]);
      return adviceOn(settings, { url, seen, gitVersion, heldBack, failingMirrors, ...facts });
    }),
  ]);
  const found = {
    copydesk: version,
    node: process.versions.node,
    git: git.found ?? null,
    postgres: database.found?.version ?? null,
  };
  return {
    at: now.toISOString(),
    jobs,
    queue,
    workers,
    database,
    ingestion,
    storage,
    backup,
    versions: { found, fault: null },
    settings: advice,
  };
}

async function readWorkers(db: Database): Promise<NonNullable<ServerHealth['workers']['found']>> {
  const workers = await listWorkers(db);
  return {
    alive: workers.filter(({ isAlive }) => isAlive).length,
    workers: workers.map(({ id, seenAt, jobs }) => ({ id, seenAt: seenAt.toISOString(), jobs })),
  };
}

async function readFacts(db: Database, { model }: Settings): Promise<{ owners: number; projectsBringKeys: boolean }> {
  const [people, key] = await Promise.all([
    db
      .selectFrom('person')
      .select(({ fn }) => fn.countAll<number>().as('owners'))
      .where('role', '=', 'owner')
      .where('removed_at', 'is', null)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('model_key')
      .select('provider')
      .where('provider', '=', providerOf(model) ?? '')
      .limit(1)
      .executeTakeFirst(),
  ]);
  return { owners: people.owners, projectsBringKeys: key !== undefined };
}
