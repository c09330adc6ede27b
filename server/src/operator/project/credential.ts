import { ConnectionCredential, CopydeskError } from '@copydesk/contract';
import type { CodeHostName } from '@copydesk/contract';
import { kinds } from '../../code-hosts/kinds.ts';
import { readSecret } from '../terminal/secret.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Where a credential for a code host comes from, as given by the options of a command. */
export interface CredentialOptions {
  tokenFrom?: string;
  appId?: string;
  privateKeyFrom?: string;
  installation?: number;
  username?: string;
  passwordFrom?: string;
}

/** Whether the options name any credential. */
export function namesCredential(options: CredentialOptions): boolean {
  const { tokenFrom, appId, privateKeyFrom, username, passwordFrom } = options;
  return [tokenFrom, appId, privateKeyFrom, username, passwordFrom].some((option) => option !== undefined);
}

/**
 * Reads a credential from a file, standard input, the environment or the keyboard. Never from the command line, where
 * every user of the machine could read it.
 *
 * @param token the one from the environment.
 * @throws CopydeskError `invalid_request` when there is none, or when the text cannot be a credential.
 */
export async function readCredential(
  terminal: Terminal,
  options: CredentialOptions,
  from: { token: string | undefined; host: CodeHostName },
): Promise<ConnectionCredential> {
  const { appId, privateKeyFrom, username, passwordFrom, tokenFrom } = options;
  if (appId !== undefined || privateKeyFrom !== undefined) return requireCredential(await readApp(terminal, options));
  const isPassword = passwordFrom !== undefined || (username !== undefined && tokenFrom === undefined);
  return requireCredential(await (isPassword ? readPassword(terminal, options) : readToken(terminal, options, from)));
}

async function readApp(terminal: Terminal, { appId, privateKeyFrom: from, installation }: CredentialOptions) {
  if (appId === undefined) throw refused('--private-key-from belongs to a GitHub App: give its number with --app-id.');
  const privateKey = await readSecret(terminal, { name: 'The private key', from, option: '--private-key-from' });
  return { kind: 'app', appId, privateKey: `${privateKey}\n`, installationId: installation };
}

async function readPassword(terminal: Terminal, { username, passwordFrom: from }: CredentialOptions) {
  const name = `The password of ${username ?? 'the user'}`;
  const password = await readSecret(terminal, { name, from, option: '--password-from' });
  return { kind: 'password', username: username ?? '', password };
}

/** Where a host takes a token in place of a password, it becomes one. */
async function readToken(
  terminal: Terminal,
  { tokenFrom: from, username }: CredentialOptions,
  { token, host }: { token: string | undefined; host: CodeHostName },
) {
  const kind = kinds[host];
  const given = from === undefined ? token?.trim() : undefined;
  const place = kind.client === undefined ? 'the git server' : kind.name;
  const read = async (): Promise<string> =>
    await readSecret(terminal, { name: `A token for ${place}`, from, option: '--token-from' });
  const secret = given === undefined || given === '' ? await read() : given;
  const user = username ?? (kind.client === undefined ? kind.tokenUser : undefined);
  if (user !== undefined && kind.credentials.includes('password')) {
    return { kind: 'password', username: user, password: secret };
  }
  return { kind: 'token', token: secret };
}

/** The error says what is wrong without quoting the credential. */
function requireCredential(credential: unknown): ConnectionCredential {
  const read = ConnectionCredential.safeParse(credential);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw refused(`The ${issue?.path.join('.') ?? 'credential'} is not valid: ${issue?.message ?? 'it cannot be read'}.`);
}

/** Whether a word of the command line looks like a secret: the tokens of code hosts have recognisable prefixes. */
export function looksSecret(word: string): boolean {
  return /^(gh[opusr]_|github_pat_|gl[a-z]{2,8}-|AT[ACT]TT3xFf)\S{10,}$|^[0-9a-f]{40}$|^-----BEGIN /.test(word);
}

/** The error for a secret on the command line. */
export function secretInArguments(): CopydeskError {
  return refused(
    'A secret was given on the command line, where every user of this machine could read it, and which the shell keeps. ' +
      'Replace it at the host, and give the new one by --token-from FILE, --token-from - (standard input), the ' +
      'environment variable COPYDESK_TOKEN, or when the command asks for it.',
  );
}

function refused(detail: string): CopydeskError {
  return new CopydeskError('invalid_request', detail);
}
