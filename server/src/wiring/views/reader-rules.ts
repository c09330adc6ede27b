import { readFile } from 'node:fs/promises';
import { CopydeskError } from '@copydesk/contract';
import { download } from '../../analytics/classify/download.ts';
import { openRules, takeRules } from '../../analytics/classify/refresh/file.ts';
import type { RefreshedRules, RulesPlace } from '../../analytics/classify/refresh/file.ts';
import type { Rules } from '../../analytics/classify/rules/rules.ts';
import { makeDataDirectory } from '../../postgres/embedded/place.ts';
import type { Settings } from '../../settings.ts';

/** Five times the size of the present rules. */
const limits = { maximumBytes: 1024 * 1024, timeoutMilliseconds: 15_000 };

/** Returns the rules that classify readers: those of the release, or newer ones from the data folder. */
export function rulesInForce(settings: Settings, onRefused?: (error: unknown) => void): Rules {
  return openRules(placeOf(settings), onRefused);
}

/**
 * Copies newer rules into the data folder, from a file or an https address.
 *
 * @throws CopydeskError `reader_rules_refused`, `data_directory_refused`, `invalid_request` for a source that cannot be
 *   read
 */
export async function bringRules(settings: Settings, source: string): Promise<RefreshedRules> {
  await makeDataDirectory(settings.dataDirectory);
  return await takeRules(placeOf(settings), await textOf(source));
}

async function textOf(source: string): Promise<string> {
  try {
    return /^[a-z][a-z\d+.-]*:\/\//i.test(source)
      ? await download(new URL(source), limits)
      : await readFile(source, 'utf8');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CopydeskError('invalid_request', `The rules cannot be read from ${source}: ${why}`);
  }
}

function placeOf({ dataDirectory, views }: Settings): RulesPlace {
  return { dataDirectory, key: views.rulesKey };
}
