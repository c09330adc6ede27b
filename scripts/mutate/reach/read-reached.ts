import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Reached } from './candidates.ts';

/** Reads what the probes of a run recorded: for each place that was reached, by its number. */
export function readReached(folder: string): Map<number, Reached> {
  return gatherReached(readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'utf8')));
}

/** @param records whose last line may be incomplete, of a process that was ended. */
export function gatherReached(records: readonly string[]): Map<number, Reached> {
  const found = new Map<number, { tests: Set<string>; isAtImport: boolean; isBetween: boolean }>();
  for (const line of records.flatMap((text) => text.split('\n').slice(0, -1))) {
    const [place, phase, file = ''] = line.split('\t');
    const reached = found.get(Number(place)) ?? { tests: new Set(), isAtImport: false, isBetween: false };
    found.set(Number(place), reached);
    if (phase === 'import') reached.isAtImport = true;
    if (phase === 'between') reached.isBetween = true;
    else reached.tests.add(file);
  }
  return found;
}
