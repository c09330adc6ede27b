import { CopydeskError } from '@copydesk/contract/errors';
import type { Address } from './address.ts';
import { GitFailure } from './git.ts';
import type { Git, GitRun, Owner } from './git.ts';
import type { SourceRefs } from './repository.ts';
import type { Source } from './source.ts';

/** A source with its address, as the calls that talk to it need it. */
export interface Remote {
  source: Source;
  address: Address;
  /** Finds out how the address is connected to; git looks it up itself where nothing is given. */
  wayTo?: WayTo;
}

/** What git is told of the way to an address, asked right before each transfer. It rejects where there is none. */
export type WayTo = (url: string) => Promise<Required<Pick<GitRun, 'settings' | 'variables'>>>;

/** How long a transfer may take. */
const transferMilliseconds = 10 * 60_000;

/** What is said to git about the place it talks to: the address, and how it may get there. */
async function saidTo(
  { address, wayTo }: Remote,
  secret: string | undefined,
): Promise<{ place: string; call: GitRun }> {
  const timeoutMilliseconds = transferMilliseconds;
  if (address.kind === 'path') return { place: address.path, call: { protocols: ['file'], timeoutMilliseconds } };
  const { url, protocol, origin } = address;
  // oxlint-disable-next-line no-control-regex -- these would begin another header
  if (secret !== undefined && /[\u0000-\u001f\u007f]/.test(secret)) {
    throw new CopydeskError(
      'repository_unauthorized',
      'The credentials hold control characters. Give them on one line.',
    );
  }
  const call = { protocols: [protocol], timeoutMilliseconds, ...(protocol !== 'file' && (await wayTo?.(url))) };
  if (secret === undefined) return { place: url, call };
  // Bound to the origin: git sends it nowhere else, and follows no redirect.
  const settings = { ...call.settings, [`http.${origin}/.extraHeader`]: `Authorization: ${secret}` };
  return { place: url, call: { ...call, settings, secrets: secretsOf(secret) } };
}

/** Says something to git about a place that it talks to. */
type Say<T> = (said: { place: string; call: GitRun }) => Promise<T>;

/**
 * Talks to the source with credentials of now, and once more when they were refused and others can be had: those of an
 * App may be revoked before their time.
 */
export async function talk<T>(remote: Remote, say: Say<T>): Promise<T> {
  const { authorization, renewAuthorization } = remote.source;
  const secret = await authorization?.();
  try {
    return await say(await saidTo(remote, secret));
  } catch (error) {
    if (secret === undefined || !isRefusal(error) || !(await renewAuthorization?.(secret))) throw error;
    return await say(await saidTo(remote, await authorization?.()));
  }
}

function isRefusal(error: unknown): boolean {
  const said = error instanceof GitFailure && !error.exit.killed ? error.exit.stderr : '';
  return /could not read (Username|Password)|Authentication failed|returned error: 40[13]/i.test(said);
}

/** What must not be seen of an `Authorization` header, in each form in which a server could say it back. */
function secretsOf(authorization: string): string[] {
  const [, scheme = '', value = ''] = /^(\S+) +(.*)$/.exec(authorization) ?? [];
  if (scheme.toLowerCase() !== 'basic') return [authorization, value];
  const pair = Buffer.from(value, 'base64').toString('utf8');
  return [authorization, value, pair, pair.slice(pair.indexOf(':') + 1)];
}

/**
 * A local repository is served to us by a second git, which does not see our command line.
 * It is run by a shell: a constant text.
 */
export const uploadPack = `--upload-pack=git -c 'safe.directory=*' -c core.hooksPath=/dev/null upload-pack`;

/** Asks for the branches and the default one, as a clone would. */
export async function askForRefs(git: Git, remote: Remote): Promise<SourceRefs> {
  const command = ['ls-remote', '--symref', uploadPack, '--'];
  const { stdout } = await talk(remote, ({ place, call }) =>
    git.run([...command, place, 'HEAD', 'refs/heads/*'], { ...call, timeoutMilliseconds: 60_000 }),
  );
  let defaultRef: string | undefined;
  const refs = new Map<string, string>();
  for (const line of stdout.toString().split('\n')) {
    const [, symbolic] = /^ref: refs\/heads\/(.+)\tHEAD$/.exec(line) ?? [];
    const [, id, branch] = /^([0-9a-f]+)\trefs\/heads\/(.+)$/.exec(line) ?? [];
    defaultRef ??= symbolic;
    if (id !== undefined && branch !== undefined) refs.set(branch, checkFormat(id));
  }
  return { defaultRef: defaultRef !== undefined && refs.has(defaultRef) ? defaultRef : undefined, refs };
}

/** How a fetch is made: what is forced and forgotten is for the refspecs to say. */
export const fetchFlags = '--quiet --prune --no-tags --no-write-fetch-head --no-recurse-submodules --force'.split(' ');

/**
 * Fetches all branches into `refs/remotes/origin/`, and forgets those that are gone. `history` is for a first fetch that
 * leaves it out, and for a later one that catches up on it, or on the latest commits alone.
 */
export async function fetchBranches(
  git: Git,
  gitDirectory: string,
  remote: Remote,
  history?: 'none' | 'all' | 'recent',
): Promise<void> {
  const command = ['fetch', ...fetchFlags];
  if (history === 'none') command.push('--depth=1');
  if (history === 'all') command.push('--unshallow');
  if (history === 'recent') command.push('--deepen=20');
  const branches = `+refs/heads/*:${trackedUnder}*`;
  await talk(remote, ({ place, call }) =>
    git.run([...command, uploadPack, '--', place, branches], { ...call, gitDirectory }),
  );
}

/** The branches of a repository on this machine, or those that a clone has `under` another place than its own. */
export async function listBranches(
  git: Git,
  { gitDirectory, as, under = 'refs/heads/' }: { gitDirectory: string; as?: Owner; under?: string },
): Promise<Map<string, string>> {
  const { stdout } = await git.run(['for-each-ref', '--format=%(objectname) %(refname)', under], { gitDirectory, as });
  const lines = stdout.toString().split('\n');
  const refs = lines.flatMap((line): [string, string][] => {
    const [, id, ref] = /^([0-9a-f]+) (.+)$/.exec(line) ?? [];
    return id === undefined || ref === undefined ? [] : [[ref.slice(under.length), checkFormat(id)]];
  });
  return new Map(refs);
}

/** `a` and `a/b` of `a/b/c`: none of them can be a branch where it is one. */
export function namesAbove(branch: string): string[] {
  const parts = branch.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** Where a clone keeps the branches of its source. */
export const trackedUnder = 'refs/remotes/origin/';

function checkFormat(id: string): string {
  if (id.length === 40) return id;
  throw new CopydeskError(
    'repository_invalid',
    'The repository keeps its objects in the SHA-256 format. Give one in the SHA-1 format, which git makes by default.',
  );
}

/** Notes where branches are at the source. */
export async function trackBranches(git: Git, gitDirectory: string, branches: Map<string, string>): Promise<void> {
  const input = Array.from(branches, ([branch, commit]) => `update ${trackedUnder}${branch}\0${commit}\0\0`);
  await git.run(['update-ref', '-z', '--stdin'], { gitDirectory, input: input.join('') });
}
