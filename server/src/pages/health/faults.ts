import type { ServerHealth, SettingAdvice } from '@copydesk/contract';
import { bytes, duration } from './figures.ts';
import { number } from '../view/numbers.ts';

/** A disk with less free space may be full before somebody looks again. */
const leastFreeBytes = 2_000_000_000;
const leastFreeShare = 0.05;
const longestWaitSeconds = 15 * 60;
const longestLagSeconds = 10 * 60;
const fullestShare = 0.9;

/** Explains the figures that are bad, and what to do about each. */
export function faultsOf(health: ServerHealth): SettingAdvice[] {
  return [...jobFaults(health), ...ingestionFaults(health), ...machineFaults(health)];
}

function wrongSetting(setting: string, found: string, todo: string): SettingAdvice {
  return { setting, severity: 'wrong', found, todo };
}

function jobFaults({ queue, workers }: ServerHealth): SettingAdvice[] {
  if (workers.found?.alive === 0) {
    return [
      wrongSetting(
        'Workers',
        'No worker is running: jobs wait.',
        'Start one: copydesk work, or copydesk serve without --no-worker.',
      ),
    ];
  }
  const wait = queue.found?.oldestWaitSeconds ?? 0;
  if (wait < longestWaitSeconds) return [];
  const found = `A job has been waiting for ${duration(wait)}.`;
  return [
    wrongSetting(
      'Queue',
      found,
      'Start another worker, or raise COPYDESK_WORKER_CONCURRENCY or the limits of the project.',
    ),
  ];
}

function ingestionFaults({ ingestion }: ServerHealth): SettingAdvice[] {
  const { lagSeconds = 0, unfoldedViews = 0 } = ingestion.found ?? {};
  if ((lagSeconds ?? 0) < longestLagSeconds) return [];
  const found = `${number(unfoldedViews)} views wait for the roll-ups, the oldest for ${duration(lagSeconds ?? 0)}.`;
  return [wrongSetting('Page views', found, 'Search the log for “fold page views”; a worker must be running.')];
}

function machineFaults({ storage, database, versions }: ServerHealth): SettingAdvice[] {
  const advice: SettingAdvice[] = [];
  if (storage.found !== null) {
    const { freeBytes, totalBytes } = storage.found;
    if (freeBytes < leastFreeBytes || freeBytes < totalBytes * leastFreeShare) {
      const found = `${bytes(freeBytes)} of ${bytes(totalBytes)} are free.`;
      advice.push(
        wrongSetting(
          'Disk',
          found,
          'Free some space. You may delete the folder clones: Copydesk clones what it needs again.',
        ),
      );
    }
  }
  if (database.found !== null) {
    const { connections, maximumConnections } = database.found;
    if (connections > maximumConnections * fullestShare) {
      const found = `${connections} of ${maximumConnections} connections of the database are in use.`;
      advice.push(wrongSetting('Database', found, 'Raise max_connections, or run fewer processes.'));
    }
  }
  if (versions.found !== null && versions.found.git === null) {
    advice.push(wrongSetting('git', 'git was not found on this machine.', 'Install it: every job needs it.'));
  }
  return advice;
}
