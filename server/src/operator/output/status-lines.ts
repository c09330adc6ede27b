import type { ServerHealth } from '@copydesk/contract';
import type { ServerStatus } from '../status.ts';

/** A part of the health, or why it could not be determined. */
type Part<T> = { found: T | null; fault: string | null };

/** Returns the status as names and values, for display. */
export function statusLines({ health, database, fault }: ServerStatus, now: Date): [name: string, value: string][] {
  if (health === null) return [['Database', [database, fault].filter((text) => text !== null).join('\n')]];
  return [
    ['Jobs', partText(health.jobs, (jobs) => jobsLine(jobs, health.queue.found))],
    ['Workers', partText(health.workers, workersLine)],
    ['Page views', partText(health.ingestion, (ingestion) => viewsLine(ingestion, now))],
    ['Database', partText(health.database, (found) => databaseLine(found, database))],
    ['Disk', partText(health.storage, storageLine)],
    ['Last backup', partText(health.backup, ({ last }) => backupLine(last, now))],
    ['Settings', partText(health.settings, settingsLine)],
  ];
}

function partText<T>({ found, fault }: Part<T>, describe: (found: T) => string): string {
  return found === null ? `? ${fault ?? ''}` : describe(found);
}

type Found<Name extends keyof ServerHealth> = ServerHealth[Name] extends Part<infer T> ? T : never;

function jobsLine({ active, completed, failed, archived }: Found<'jobs'>, queue: Found<'queue'> | null): string {
  const settled = `${count(completed)} completed, ${count(failed)} failed, ${count(archived)} archived`;
  if (queue === null || active === 0) return `${count(active)} active, ${settled}`;
  const wait = queue.oldestWaitSeconds === null ? '' : ` for up to ${duration(queue.oldestWaitSeconds)}`;
  return `${count(active)} active (${count(queue.waiting)} waiting${wait}, ${count(queue.putOff)} put off), ${settled}`;
}

function workersLine({ alive, workers }: Found<'workers'>): string {
  if (alive === 0) return 'none is running: copydesk work';
  const lines = workers.slice(0, alive).map(({ id, jobs }) => `${id} (${count(jobs)} jobs)`);
  const shown = lines.slice(0, 5);
  return `${alive}: ${shown.join(', ')}${lines.length > shown.length ? ', …' : ''}`;
}

function viewsLine({ accepted, dropped, lagSeconds, lastViewAt }: Found<'ingestion'>, now: Date): string {
  const drops = Object.values(dropped).reduce((sum, each) => sum + each, 0);
  const last = lastViewAt === null ? 'none yet' : `the last ${timeAgo(lastViewAt, now)}`;
  const lag = lagSeconds === null ? 'all in the totals' : `folds ${duration(lagSeconds)} behind`;
  return `${count(accepted)} counted today and ${count(drops)} dropped, ${last}; ${lag}`;
}

function databaseLine(
  { version, bytes, connections, maximumConnections }: Found<'database'>,
  place: string | null,
): string {
  const used = `${connections} of ${maximumConnections} connections`;
  return `PostgreSQL ${version}, ${size(bytes)}, ${used}${place === null ? '' : `; ${place}`}`;
}

function storageLine({ freeBytes, totalBytes, clones, kept }: Found<'storage'>): string {
  const folder = ({ bytes, isPartial }: typeof clones) => `${isPartial ? 'at least ' : ''}${size(bytes)}`;
  return `${size(freeBytes)} of ${size(totalBytes)} free; clones ${folder(clones)}, kept repositories ${folder(kept)}`;
}

function backupLine(last: Found<'backup'>['last'], now: Date): string {
  if (last === null) return 'none by Copydesk: copydesk database backup <file>';
  return `${timeAgo(last.madeAt, now)}, ${size(last.bytes)} in ${last.file} on ${last.machine}`;
}

function settingsLine(advice: Found<'settings'>): string {
  const wrong = advice.filter(({ severity }) => severity === 'wrong').length;
  if (advice.length === 0) return 'nothing is wrong';
  return `${wrong} wrong, ${advice.length - wrong} unwise: copydesk doctor`;
}

const count = (number: number): string => number.toLocaleString('en');

/** Formats bytes in powers of a thousand: `1.2 GB`. */
function size(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const value = bytes / 1000 ** step;
  return `${value.toFixed(step === 0 || value >= 100 ? 0 : 1)} ${units[step]}`;
}

/** Formats seconds: `45 s`, `12 min`, `3 h`, `5 days`. */
function duration(seconds: number): string {
  if (seconds < 90) return `${Math.max(0, seconds).toFixed(0)} s`;
  if (seconds < 90 * 60) return `${(seconds / 60).toFixed(0)} min`;
  if (seconds < 48 * 3600) return `${(seconds / 3600).toFixed(0)} h`;
  return `${(seconds / 86_400).toFixed(0)} days`;
}

function timeAgo(at: string, now: Date): string {
  return `${duration((now.getTime() - Date.parse(at)) / 1000)} ago`;
}
