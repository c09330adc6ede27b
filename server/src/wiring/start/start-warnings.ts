import { CopydeskError } from '@copydesk/contract';
import type { Logger } from 'pino';
import type { Settings } from '../../settings.ts';
import { canReadRepositories, gitShortcoming, readGitVersion } from './git-version.ts';
import { adviseOnFormerName } from '../health/advice.ts';
import { runtimeWeakness } from './runtime.ts';

/**
 * Returns the warnings for the log of a starting process: what it runs on, and which of its settings will soon stop
 * working.
 */
export function startWarnings(
  { formerNames }: Pick<Settings, 'formerNames'>,
  { node, git }: { node: string; git: string | undefined },
): string[] {
  const silent = git === '' ? 'git did not answer, so its version could not be checked.' : undefined;
  const weak = [runtimeWeakness(node), silent, gitShortcoming(git)].filter((found) => found !== undefined);
  return [...weak, ...formerNames.map(adviseOnFormerName).map(({ found, todo }) => `${found} ${todo}`)];
}

/**
 * Logs them. @throws CopydeskError `settings_invalid` when no repository can be read: every job and many pages would
 * fail.
 */
export async function warnAtStart(settings: Settings, log: Logger): Promise<void> {
  const git = await readGitVersion(timeoutMilliseconds).catch(() => '');
  if (!canReadRepositories(git)) throw new CopydeskError('settings_invalid', gitShortcoming(git) ?? '');
  for (const warning of startWarnings(settings, { node: process.versions.node, git })) log.warn(warning);
}

const timeoutMilliseconds = 5_000;
