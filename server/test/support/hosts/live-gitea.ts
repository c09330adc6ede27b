import { randomBytes } from 'node:crypto';
import type { HostAccess } from '../../../src/code-hosts/access.ts';
import { testRepository } from '../git-repository.ts';
import type { TestRepository } from '../git-repository.ts';

/** A server that somebody runs for tests, and the token of one of its administrators. */
export interface LiveServer {
  host: 'gitea' | 'forgejo';
  url: string;
  token: string;
}

/**
 * The servers that the environment names. For a server that it does not name, the title says so and the tests are
 * skipped.
 */
export const liveServers = (['gitea', 'forgejo'] as const).map((host) => {
  const name = `COPYDESK_TEST_${host.toUpperCase()}`;
  const { [`${name}_URL`]: url = '', [`${name}_TOKEN`]: token = '' } = process.env;
  const isThere = url !== '' && token !== '';
  const title = isThere ? host : `${host}, which ${name}_URL and ${name}_TOKEN do not name`;
  const server: LiveServer = { host, url: url.replace(/\/+$/, ''), token };
  return { server, isThere, title };
});

/** An account at a live server. */
interface LiveAccount {
  login: string;
  password: string;
}

interface LiveStatus {
  context: string;
  state: 'pending' | 'success' | 'failure' | 'error' | 'warning';
  description?: string;
  target_url?: string;
}

/** A new repository at a live server, with its own accounts: all of it is removed at the end. */
export interface LiveGitea extends AsyncDisposable {
  apiUrl: string;
  /** `owner/name`. */
  path: string;
  gitUrl: string;
  /** Copydesk's account, which may write; another that may write; one that may only read. */
  bot: LiveAccount;
  wren: LiveAccount;
  guest: LiveAccount;
  /** The bot's token, with all scopes that are needed. */
  token: string;
  /** {@link push} pushes its main branch. */
  repository: TestRepository;
  access: (change?: Partial<HostAccess>) => HostAccess;
  newToken: (account: LiveAccount, scopes: string[]) => Promise<string>;
  /**
   * Sends a request to the API as an administrator, or as an account; `path` is below the repository unless it begins
   * with `/`.
   */
  ask: (method: string, path: string, body?: object, as?: LiveAccount) => Promise<unknown>;
  /** Commits to a branch and pushes it as the administrator of the server. */
  push: (files: Record<string, string>, branch?: string) => Promise<string>;
  /** The branches at the server. */
  branches: () => Promise<string[]>;
  comments: (number: number) => Promise<{ body: string; user: { login: string } }[]>;
  say: (number: number, body: string, as: LiveAccount) => Promise<void>;
  /** Sets a status of a commit, as a service does. */
  status: (commit: string, status: LiveStatus) => Promise<void>;
  merge: (number: number) => Promise<void>;
  close: (number: number) => Promise<void>;
}

export const neededScopes = ['write:repository', 'write:issue', 'read:user'];

export async function startLiveGitea({ host, url, token: adminToken }: LiveServer): Promise<LiveGitea> {
  const stack = new AsyncDisposableStack();
  const run = randomBytes(4).toString('hex');
  const owner = `acme-${run}`;
  const path = `${owner}/docs`;
  const apiUrl = `${url}/api/v1`;
  const gitUrl = `${url}/${path}.git`;
  const repository = stack.use(await testRepository({ bare: true }));

  const ask: LiveGitea['ask'] = async (method, below, body, as) => {
    const target = below.startsWith('/') ? below : `/repos/${path}${below === '' ? '' : `/${below}`}`;
    const authorization = as === undefined ? `token ${adminToken}` : `Basic ${btoa(`${as.login}:${as.password}`)}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const answer = await fetch(`${apiUrl}${target}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${target} was answered with ${answer.status}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  const account = async (name: string): Promise<LiveAccount> => {
    const login = `${name}-${run}`;
    const password = randomBytes(12).toString('hex');
    const email = `${login}@example.org`;
    await ask('POST', '/admin/users', { username: login, email, password, must_change_password: false });
    stack.defer(async () => void (await ask('DELETE', `/admin/users/${login}?purge=true`)));
    return { login, password };
  };
  const newToken: LiveGitea['newToken'] = async (of, scopes) => {
    const name = randomBytes(6).toString('hex');
    const made = await ask('POST', `/users/${of.login}/tokens`, { name, scopes }, of);
    return (made as { sha1: string }).sha1;
  };
  const push: LiveGitea['push'] = async (files, branch = 'main') => {
    if (branch !== 'main') await repository.git('branch', branch, 'main').catch(() => undefined);
    const commit = await repository.commit(files, { branch });
    await repository.git('push', '--quiet', '--force', withToken(gitUrl, adminToken), `${branch}:${branch}`);
    return commit;
  };

  const [bot, wren, guest] = [await account('bot'), await account('wren'), await account('guest')];
  const own = await account('own');
  await ask('POST', `/admin/users/${own.login}/orgs`, { username: owner });
  stack.defer(async () => void (await ask('DELETE', `/orgs/${owner}`)));
  await ask('POST', `/orgs/${owner}/repos`, { name: 'docs', default_branch: 'main', private: true });
  stack.defer(() => removeRepositories(ask, owner));
  const roles = [
    [bot, 'write'],
    [wren, 'write'],
    [guest, 'read'],
  ] as const;
  for (const [{ login }, permission] of roles) await ask('PUT', `collaborators/${login}`, { permission });
  await ask('POST', 'labels', { name: 'docs', color: '#00aabb' });
  await push({ 'docs/index.md': '# Welcome\n', 'docs/guide.md': guide('Acme Cloud') });
  // The host processes a push in the background: until then it reports the repository as empty, and shows no pull
  // requests.
  while (((await ask('GET', '')) as { empty: boolean }).empty) await pause();
  const token = await newToken(bot, neededScopes);
  return {
    apiUrl,
    path,
    gitUrl,
    bot,
    wren,
    guest,
    token,
    repository,
    access: (change) => ({
      host,
      apiUrl,
      repository: path,
      credential: { kind: 'token', token },
      login: null,
      draft: false,
      labels: [],
      reviewers: [],
      timeoutMilliseconds: 30_000,
      now: () => new Date(),
      ...change,
    }),
    newToken,
    ask,
    push,
    branches: async () => ((await ask('GET', 'branches')) as { name: string }[]).map(({ name }) => name).sort(),
    comments: async (number) =>
      (await ask('GET', `issues/${number}/comments`)) as { body: string; user: { login: string } }[],
    say: async (number, body, as) => void (await ask('POST', `issues/${number}/comments`, { body }, as)),
    status: async (commit, status) => void (await ask('POST', `statuses/${commit}`, status)),
    merge: async (number) => await untilMerged(ask, number, wren),
    close: async (number) => void (await ask('PATCH', `pulls/${number}`, { state: 'closed' }, wren)),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** The page that jobs change. */
export function guide(product: string): string {
  return `# Guide\n\nUse ${product}.\n\n## Set up\n\nRun it.\n`;
}

function withToken(gitUrl: string, token: string): string {
  return gitUrl.replace('://', `://admin:${token}@`);
}

/** Removes an owner's repositories: an organisation that has some cannot be removed. */
async function removeRepositories(ask: LiveGitea['ask'], owner: string): Promise<void> {
  const repositories = (await ask('GET', `/orgs/${owner}/repos`)) as { name: string }[];
  for (const { name } of repositories) await ask('DELETE', `/repos/${owner}/${name}`);
}

/**
 * Merges, and retries while the host refuses: it checks in the background whether a pull request can be merged, and
 * refuses until it knows.
 */
async function untilMerged(ask: LiveGitea['ask'], number: number, as: LiveAccount): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await ask('POST', `pulls/${number}/merge`, { Do: 'merge' }, as);
      return;
    } catch (error) {
      if (attempt === 200) throw error;
      await pause();
    }
  }
}

export async function pause(): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, 200);
  });
}
