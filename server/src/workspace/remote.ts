import { CopydeskError } from '@copydesk/contract/errors';
import type { Address } from './address.ts';
import { GitFailure } from './git/git.ts';
import type { Git, GitRun, Owner } from './git/git.ts';
import type { SourceRefs } from './repository.ts';
import type { Source } from './source.ts';

/** A source with its address, as its calls need it. */
export interface Remote {
  source: Source;
  address: Address;
  /** Finds out how to connect to the address. When absent, git resolves it itself. */
  wayTo?: WayTo;
}

/** Returns how git must connect to an address, called right before each transfer. It rejects when there is no way. */
export type WayTo = (url: string) => Promise<Required<Pick<GitRun, 'settings' | 'variables'>>>;

/** How long a transfer may take. */
const transferMilliseconds = 10 * 60_000;

/** Returns what git gets about the place it talks to: the address, and how it may connect. */
async function targetOf(
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

/** Calls git with a place that it talks to. */
type CallGit<T> = (target: { place: string; call: GitRun }) => Promise<T>;

/**
 * Talks to the source with the present credentials, and once more when they were refused and others are available:
 * those of an App may be revoked early.
 */
export async function callRemote<T>(remote: Remote, callGit: CallGit<T>): Promise<T> {
  const { authorization, renewAuthorization } = remote.source;
  const secret = await authorization?.();
  try {
    return await callGit(await targetOf(remote, secret));
  } catch (error) {
    if (secret === undefined || !isRefusal(error) || !(await renewAuthorization?.(secret))) throw error;
    return await callGit(await targetOf(remote, await authorization?.()));
  }
}

function isRefusal(error: unknown): boolean {
  const said = error instanceof GitFailure && !error.exit.killed ? error.exit.stderr : '';
  return /could not read (Username|Password)|Authentication failed|returned error: 40[13]/i.test(said);
}

/** Returns the secrets in an `Authorization` header, in each form in which a server could echo them. */
function secretsOf(authorization: string): string[] {
  const [, scheme = '', value = ''] = /^(\S+) +(.*)$/.exec(authorization) ?? [];
  if (scheme.toLowerCase() !== 'basic') return [authorization, value];
  const pair = Buffer.from(value, 'base64').toString('utf8');
  return [authorization, value, pair, pair.slice(pair.indexOf(':') + 1)];
}

/**
 * A second git serves a local repository to us, and does not see our command line. A shell runs it, but the text is
 * constant.
 */
export const uploadPack = `--upload-pack=git -c 'safe.directory=*' -c core.hooksPath=/dev/null upload-pack`;

/** Reads the branches and the default one, as a clone would. */
export async function askForRefs(git: Git, remote: Remote): Promise<SourceRefs> {
  const command = ['ls-remote', '--symref', uploadPack, '--'];
  const { stdout } = await callRemote(remote, ({ place, call }) =>
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

/** The flags of a fetch. The refspecs decide what is forced and removed. */
export const fetchFlags = '--quiet --prune --no-tags --no-write-fetch-head --no-recurse-submodules --force'.split(' ');

/**
 * Fetches all branches into `refs/remotes/origin/`, and removes those that are gone. `history` is for a first fetch
 * that leaves the history out, and for a later one that fetches it, or only its latest commits.
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
  await callRemote(remote, ({ place, call }) =>
    git.run([...command, uploadPack, '--', place, branches], { ...call, gitDirectory }),
  );
}

/**
 * Lists the branches of a repository on this machine, or those that a clone has `under` another prefix than its own.
 */
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

/** Returns `a` and `a/b` for `a/b/c`: while that branch exists, neither of them can be a branch. */
export function namesAbove(branch: string): string[] {
  const parts = branch.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** Where a clone stores the branches of its source. */
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
