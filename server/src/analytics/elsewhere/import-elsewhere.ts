import { sql } from 'kysely';
import { allowSilence, databaseErrors } from '../../postgres/database.ts';
import type { DatabaseTransaction } from '../../postgres/database.ts';
import { foldAll, lockRollups } from '../store/fold/fold.ts';
import { readShards } from '../store/shards/shards.ts';
import { insertImport } from '../store/imports/import-runs.ts';
import { ensureSites } from '../store/site.ts';
import type { ViewClass } from '../store/tables.ts';
import { GatheredCounts } from './gathered-counts.ts';
import type { ElsewhereRequest, ElsewhereServices, ElsewhereSummary } from './import-request.ts';
import { notesBefore } from './notes.ts';
import { numberPages, numberReaders } from './numbering.ts';
import { products } from './products/all.ts';
import { openExport } from './read/open-export.ts';
import { exportRefused } from './read/export-file.ts';
import { storeCounts } from './store-counts.ts';
import type { Addition } from './store-counts.ts';

/** How long the transaction may stay idle while a compressed or malformed file is read. */
const idleSeconds = 300;

/**
 * Imports the counts of another product into the roll-ups of a project, as kinds of their own, in one transaction: an
 * export that cannot be read to its end adds nothing, and what is left out is reported before anything is visible.
 * @throws CopydeskError `not_found`, `file_refused`
 */
export async function importElsewhere(
  services: ElsewhereServices,
  request: ElsewhereRequest,
): Promise<ElsewhereSummary> {
  const summary = emptySummary(request);
  const transaction = await services.db.startTransaction().execute().catch(databaseErrors);
  try {
    await run(services, request, transaction, summary);
    summary.stopped = request.signal.aborted;
    const isCounted = !request.dryRun && !summary.stopped && summary.counted.days > 0;
    if (!isCounted) summary.import = null;
    await (isCounted ? transaction.commit() : transaction.rollback()).execute();
    return summary;
  } catch (error) {
    // The failure may be that of the connection.
    if (!transaction.isCommitted && !transaction.isRolledBack)
      await transaction
        .rollback()
        .execute()
        .catch(() => {});
    return databaseErrors(error);
  }
}

async function run(
  services: ElsewhereServices,
  request: ElsewhereRequest,
  transaction: DatabaseTransaction,
  summary: ElsewhereSummary,
): Promise<void> {
  const { projectId, dryRun, signal, report } = request;
  await allowSilence(transaction, idleSeconds);
  const counts = new GatheredCounts(transaction, request.host);
  await counts.open();
  for (const file of new Set(request.files)) await gatherFile(services, request, counts, summary, file);
  if (signal.aborted) return;
  await counts.flush();
  Object.assign(summary, { rows: counts.rows, leftOut: counts.leftOut, hosts: [...counts.hosts].sort() });
  if (!dryRun) await ensureSites(services.db, [projectId]);
  await numberPages(services.db, transaction, { projectId, dryRun });
  const kinds = await numberReaders(services.db, request, counts.readers);
  const { numbers: shards = [projectId] } = (await readShards(transaction, [projectId])).get(projectId) ?? {};
  for (const shard of shards) {
    await lockRollups(transaction, shard);
    await foldAll(transaction, shard);
  }
  const number = dryRun ? null : await insertImport(transaction, projectId, request);
  const readers = counts.readers.map((reader, place) => ({ class: reader.class, kind: kinds[place] }));
  const pages = new Set<number>();
  const addition = { ...request, shards, ...(await readKinds(transaction, request)), import: number, readers, pages };
  await storeCounts(transaction, addition, summary);
  summary.counted.pages = pages.size;
  summary.import = number;
  if (number !== null) await endImport(transaction, projectId, summary);
  for (const note of notesBefore(summary, request)) report.note(note);
}

async function gatherFile(
  { now }: ElsewhereServices,
  { source, date, signal, report }: ElsewhereRequest,
  counts: GatheredCounts,
  summary: ElsewhereSummary,
  name: string,
): Promise<void> {
  const product = products[source];
  // Sites east of Greenwich may already have tomorrow's date; those to the west are behind.
  const today = new Date(now().getTime() + 14 * 3_600_000).toISOString().slice(0, 10);
  let read = { read: 0, total: 0 };
  const onRead = (bytes: number, total: number): void => void (read = { read: bytes, total });
  for await (const file of openExport(name, product, onRead)) {
    const before = counts.rows;
    counts.beginFile();
    for await (const row of product.read(file, { date, today })) {
      await counts.add(row);
      const lines = counts.rows - before;
      if (lines % 1_000 !== 0) continue;
      if (signal.aborted) return;
      report.progress({ file: file.name, ...read, lines, accepted: 0 });
    }
    if (counts.rows === before) throw exportRefused(file, undefined, 'It has no rows.');
    summary.files.push({ file: file.name, rows: counts.rows - before });
  }
}

async function readKinds(
  transaction: DatabaseTransaction,
  { projectId, source }: ElsewhereRequest,
): Promise<Pick<Addition, 'ofSource' | 'classes'>> {
  const { rows } = await sql<{ number: number; class: ViewClass; source: string }>`
    select number, class, source from view_kind where project_id = ${projectId}
  `.execute(transaction);
  const ofSource = rows.filter((row) => row.source === source).map(({ number }) => number);
  return { ofSource: new Set(ofSource), classes: new Map(rows.map((row) => [row.number, row.class])) };
}

async function endImport(
  transaction: DatabaseTransaction,
  projectId: number,
  { import: number, rows, counted, known }: ElsewhereSummary,
): Promise<void> {
  await sql`
    update view_import_run set ended_at = now(), lines = ${rows}, accepted = ${counted.human + counted.ai},
      duplicates = ${known.views}, first_at = ${counted.first}::date, last_at = ${counted.last}::date
    where project_id = ${projectId} and number = ${number}
  `.execute(transaction);
}

function emptySummary({ source }: ElsewhereRequest): ElsewhereSummary {
  const none = { views: 0, days: 0, first: null, last: null };
  return {
    source,
    import: null,
    stopped: false,
    files: [],
    rows: 0,
    counted: { human: 0, ai: 0, pages: 0, days: 0, first: null, last: null },
    known: { ...none, changed: 0 },
    countedDays: { ...none },
    later: { ...none },
    leftOut: { bots: 0, events: 0, hosts: 0, paths: 0 },
    hosts: [],
  };
}
