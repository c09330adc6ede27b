import type { KeyObject } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { releasedRules } from '../rules/rules.ts';
import type { Rules } from '../rules/rules.ts';
import { requireFitRules } from './requirements.ts';
import { readSignedRules, rulesRefused } from './signed-rules.ts';

/** Where supplied rules are stored, and the key that must have signed them. */
export interface RulesPlace {
  dataDirectory: string;
  key: KeyObject;
}

/** The result of taking supplied rules. */
export interface RefreshedRules {
  /** The version that was in force before, and the one that is now. */
  before: string;
  rules: string;
  /** The ids of rules that are new, and of rules that are gone. */
  added: string[];
  removed: string[];
}

export const renewedRulesPath = (dataDirectory: string): string => path.join(dataDirectory, 'reader-rules.json');

/**
 * Returns the rules in force: those of the release, or newer ones in the data folder. `onRefused` receives the reason
 * when the latter do not count.
 */
export function openRules({ dataDirectory, key }: RulesPlace, onRefused: (error: unknown) => void = () => {}): Rules {
  const released = releasedRules();
  const file = renewedRulesPath(dataDirectory);
  if (!existsSync(file)) return released;
  try {
    const renewed = readSignedRules(readFileSync(file, 'utf8'), key);
    if (!isNewer(renewed.version, released.version)) return released;
    requireFitRules(renewed);
    return renewed;
  } catch (error) {
    onRefused(error);
    return released;
  }
}

/**
 * Stores rules in the data folder. The same version again changes nothing.
 *
 * @throws CopydeskError `reader_rules_refused` for rules that are unsigned, wrongly signed, in another format, older
 *   than those in force, or unfit
 */
export async function takeRules(place: RulesPlace, text: string): Promise<RefreshedRules> {
  const [now, brought] = [openRules(place), readSignedRules(text, place.key)];
  if (isNewer(now.version, brought.version)) {
    throw rulesRefused(`They are of ${brought.version}, older than those in force, of ${now.version}.`);
  }
  requireFitRules(brought);
  if (brought.version !== now.version) await writeAtomically(place.dataDirectory, text);
  const [before, after] = [idsOf(now), idsOf(brought)];
  return {
    before: now.version,
    rules: brought.version,
    added: [...after].filter((id) => !before.has(id)),
    removed: [...before].filter((id) => !after.has(id)),
  };
}

/**
 * Returns a text that changes with the file, so that a running server notices new rules: `''` when the file does not
 * exist.
 */
export function fileStamp(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined ? '' : `${found.ino} ${found.mtimeMs} ${found.size}`;
}

/** `2026-11-23.10` is newer than `2026-11-23.9`. */
function isNewer(left: string, right: string): boolean {
  const [leftDay = '', leftCount] = left.split('.');
  const [rightDay = '', rightCount] = right.split('.');
  return leftDay === rightDay ? Number(leftCount) > Number(rightCount) : leftDay > rightDay;
}

const idsOf = ({ named, accepts, signers }: Rules): Set<string> =>
  new Set([...named, ...accepts, ...signers].map(({ id }) => id));

/** Writes a temporary file and renames it, so that no process reads half a file. */
async function writeAtomically(dataDirectory: string, text: string): Promise<void> {
  const target = renewedRulesPath(dataDirectory);
  await mkdir(dataDirectory, { recursive: true });
  await writeFile(`${target}.new`, text);
  await rename(`${target}.new`, target);
}
