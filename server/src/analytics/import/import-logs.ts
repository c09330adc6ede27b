import { drySalts, dryStore } from './dry-run.ts';
import type { Overlaps } from './dry-run.ts';
import { importFile } from './import-file.ts';
import type { ImportedFile, ImportReport, ImportRequest, ImportServices, ImportSummary } from './import-request.ts';
import { RunningImport } from './running-import.ts';
import { hasImportedLines } from '../store/imports/import-lines.ts';
import { addCounts, noCounts } from './tally.ts';

/**
 * Counts the page views in logs. Each file continues where its last import ended, whatever its name is now, and each
 * line counts once. A file that cannot be read is reported, and the others are still imported. Overlaps with earlier
 * imports are reported before anything is stored, unless the logs can be read only once.
 */
export async function importLogs(services: ImportServices, request: ImportRequest): Promise<ImportSummary> {
  const summary = request.dryRun ? await importDry(services, request) : await importCounting(services, request);
  noteEndings(services, request.report, summary);
  notePrefetches(request.report, summary);
  return summary;
}

async function importCounting(services: ImportServices, request: ImportRequest): Promise<ImportSummary> {
  await reportOverlaps(services, request);
  const run = new RunningImport(services.db, request.project.number, request.files);
  const summary = await importAll({ ...services, run }, request);
  return { ...summary, import: await run.end() };
}

async function importDry(services: ImportServices, request: ImportRequest): Promise<ImportSummary> {
  const overlaps: Overlaps = new Map();
  const summary = await importAll({ ...services, store: dryStore(services.db, overlaps), salts: drySalts }, request);
  noteOverlaps(request.report, overlaps, summary);
  return summary;
}

/** Explains what a number leaves out. */
function noteEndings({ docsPages }: ImportServices, report: ImportReport, { dropped }: ImportSummary): void {
  if (docsPages !== undefined || !dropped.not_a_page) return;
  report.note(
    'the pages of the docs are unknown here, so a page such as /guides/next.js is left out because of its ending ' +
      'where the log says no more of it; "copydesk project check <project>", before an import, reads them',
  );
}

/** One in twenty is more than new tabs of a person account for. */
function notePrefetches(report: ImportReport, { likelyFetchedAhead, readers }: ImportSummary): void {
  if (likelyFetchedAhead < 5 || likelyFetchedAhead * 20 < readers.human) return;
  report.note(
    `${likelyFetchedAhead.toLocaleString('en')} of ${readers.human.toLocaleString('en')} views of people came in bursts of five and ` +
      'more pages a second, as with a site that lets browsers prefetch pages that nobody may look at; the log has no headers, so they are ' +
      'counted: log Sec-Purpose and Sec-Fetch-Dest (/docs/import), or count people by the script',
  );
}

/** Reads the logs once before the import; worth it only when earlier imports exist that they may overlap with. */
async function reportOverlaps(services: ImportServices, request: ImportRequest): Promise<void> {
  const { project, files, follow, report } = request;
  if (follow || files.includes('-') || !(await hasImportedLines(services.db, project.number))) return;
  const note = (text: string): void => report.note(text);
  await importDry(services, { ...request, report: { progress: () => {}, file: () => {}, note } });
}

function noteOverlaps(report: ImportReport, overlaps: Overlaps, { accepted, duplicates }: ImportSummary): void {
  if (overlaps.size === 0) return;
  const known = [...overlaps.values()].reduce((sum, count) => sum + count, 0);
  const numbers = [...overlaps.keys()].sort((left, right) => left - right);
  const by = `${numbers.length === 1 ? 'import' : 'imports'} ${numbers.join(', ')}`;
  const all = (accepted + duplicates).toLocaleString('en');
  report.note(`${known.toLocaleString('en')} of ${all} views were counted before by ${by}, and are skipped`);
}

async function importAll(services: ImportServices, request: ImportRequest): Promise<ImportSummary> {
  const paths = [...new Set(request.files)];
  const files: ImportedFile[] = [];
  const add = async (path: string): Promise<void> => {
    if (request.signal.aborted) return;
    const file = await importFile(services, request, path);
    files.push(file);
    request.report.file(file);
  };
  // Followed files never end by themselves, so none may wait for another.
  if (request.follow) await Promise.all(paths.map(add));
  else for (const path of paths) await add(path);
  const total = noCounts();
  for (const file of files) addCounts(total, file);
  return { ...total, files, import: null, stopped: request.signal.aborted };
}
