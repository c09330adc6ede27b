import { CopydeskError } from '@copydesk/contract/errors';
import { isServerMachine, type Place } from '../../remote/profile/which-server.ts';

/**
 * A command that finds no database here would create one. When the address of a server is set, that is never what the
 * user wants: the database is elsewhere, and the key is missing.
 * @throws CopydeskError `credentials_required`
 */
export function refuseNewDatabase({ environment, folder }: Place): void {
  const url = environment.COPYDESK_URL ?? '';
  if (url === '' || isServerMachine(environment, folder)) return;
  throw new CopydeskError(
    'credentials_required',
    `COPYDESK_URL names the server ${url}, but there is no key for it: set COPYDESK_KEY, or sign in with "copydesk login ${url}". ` +
      'On the machine of the server, set COPYDESK_DATA_DIR or DATABASE_URL as for "copydesk serve", or go to its folder.',
  );
}
