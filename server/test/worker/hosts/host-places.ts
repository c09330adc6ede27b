import type { HostedName } from '../../../src/code-hosts/access.ts';
import { codeHostByCall } from '../../../src/code-hosts/hosted.ts';
import { openHosts } from '../../../src/wiring/hosts/hosts.ts';
import type { WorkerServices } from '../../../src/worker/services.ts';
import { replacer } from '../../races/support.ts';
import { connectProject, testBox } from '../../support/connection.ts';
import { startBitbucket } from '../../support/hosts/bitbucket.ts';
import { guest, wren } from '../../support/hosts/bitbucket-state.ts';
import { checkRun } from '../../support/hosts/github-automation.ts';
import { mergesIn } from '../../support/hosts/host-merges.ts';
import type { HostMerges } from '../../support/hosts/host-merges.ts';
import { startGitea } from '../../support/hosts/gitea.ts';
import { startGitLab } from '../../support/hosts/gitlab.ts';
import { startGithub } from '../../support/hosts/github.ts';
import type { Script } from '../../support/scripted-model.ts';
import { hostRig } from './host-rig.ts';
import type { HostRig } from './host-rig.ts';

/** A code host over its API, with the branches of a real repository. */
export interface Place extends AsyncDisposable {
  connection: Parameters<typeof connectProject>[2];
  /** Merges its first pull request. */
  merge: () => Promise<void>;
  close: () => Promise<void>;
  say: (author: string, body: string) => Promise<unknown>;
  /** The comments on the pull request. */
  said: () => string[];
  /** Reports that a job of its automation has ended. */
  ends: (check: EndedCheck) => void;
  /** The number of its pull requests. */
  pulls: () => number;
  /** How it merges by its API: what happens just before, and why its rules refuse it. */
  mergeBy: (change: { before?: () => Promise<void>; refusal?: string }) => void;
}

/** A finished job of a host's automation, for a commit. */
export interface EndedCheck {
  id: number;
  commit: string;
  name: string;
  passed: boolean;
  /** The event that triggered it: some hosts name that. */
  event: 'push' | 'pull_request';
  log?: string;
}

export async function github(rig: HostRig) {
  const host = await startGithub();
  host.accounts.set('ghp_test', { login: 'copydesk-bot', type: 'User', scopes: 'repo' });
  const repository = host.add('acme/docs', { gitDirectory: rig.repository.gitDirectory });
  repository.roles.set('copydesk-bot', 'write').set('wren', 'write').set('guest', 'read');
  return {
    connection: { host: 'github', apiUrl: host.apiUrl, repository: 'acme/docs', token: 'ghp_test' },
    merge: () => host.merge(repository, 1),
    close: () => host.close(repository, 1),
    say: (login: string, body: string) => host.say(repository, { number: 1, body, author: { login, type: 'User' } }),
    said: () => repository.comments.map(({ body }) => body),
    ends({ id, commit, name, passed, log }: EndedCheck) {
      const conclusion = passed ? 'success' : 'failure';
      repository.automation.runs.push(checkRun({ id, name, head_sha: commit, conclusion }));
      if (log !== undefined) repository.automation.logs.set(id, log);
    },
    pulls: () => repository.pulls.length,
    mergeBy({ before, refusal }: Parameters<Place['mergeBy']>[0]) {
      Object.assign(repository, { beforeMerge: before, mergeRule: refusal });
    },
    host,
    repository,
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  };
}

export async function gitlab(rig: HostRig): Promise<Place> {
  const merges = mergesIn(rig.repository.git);
  const host = await startGitLab({ head: headIn(rig), merges });
  const { automation } = host.state;
  return {
    connection: { host: 'gitlab', apiUrl: host.apiUrl, repository: 'acme/handbook/docs', token: 'glpat-test' },
    async merge() {
      await mergeInGit(rig, host.state.mergeRequests[0]?.source_branch);
      await host.merge(1);
    },
    close: () => host.close(1),
    say: async (author, body) => host.say({ on: 1, author, body }),
    said: () => host.state.notes.map(({ body }) => body),
    ends({ id, commit, name, passed, event, log }) {
      const status = passed ? 'success' : 'failed';
      const source = event === 'push' ? 'push' : 'merge_request_event';
      const page = `${host.origin}/acme/handbook/docs/-/jobs/${id}`;
      const job = { id, pipeline: id, name, status, allow_failure: false, web_url: page, failure_reason: null };
      automation.pipelines.push({ id, sha: commit, status, source });
      automation.jobs.push(job);
      if (log !== undefined) automation.traces.set(id, log);
    },
    pulls: () => host.state.mergeRequests.length,
    mergeBy: mergingBy(merges),
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  };
}

export async function gitea(rig: HostRig): Promise<Place> {
  const merges = mergesIn(rig.repository.git);
  const host = await startGitea({ head: headIn(rig), merges });
  const { automation, users } = host.state;
  // Other users get no logs.
  for (const user of users.filter(({ login }) => login === 'copydesk-bot')) user.permission = 'owner';
  return {
    connection: { host: 'gitea', apiUrl: host.apiUrl, repository: 'acme/docs', token: 'gitea-token' },
    async merge() {
      await mergeInGit(rig, host.state.pullRequests[0]?.headRef);
      await host.merge(1);
    },
    close: () => host.close(1),
    say: async (author, body) => host.say({ on: 1, author, body }),
    said: () => host.state.comments.map(({ body }) => body),
    ends({ id, commit, name, passed, event, log }) {
      automation.statuses.push({
        sha: commit,
        id,
        status: passed ? 'success' : 'failure',
        context: `Docs / ${name} (${event})`,
        target_url: `/acme/docs/actions/runs/${id}/jobs/0`,
        description: passed ? 'Successful in 3s' : 'Failing after 3s',
      });
      automation.runs?.push({ id, head_sha: commit, jobs: [{ id, name }] });
      if (log !== undefined) automation.logs.set(id, log);
    },
    pulls: () => host.state.pullRequests.length,
    mergeBy: mergingBy(merges),
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  };
}

export async function bitbucket(rig: HostRig): Promise<Place> {
  const host = await startBitbucket({ head: headIn(rig) });
  const { state } = host;
  return {
    connection: { host: 'bitbucket', apiUrl: host.apiUrl, repository: 'acme/docs', token: 'bitbucket-token' },
    async merge() {
      await mergeInGit(rig, state.pullRequests[0]?.headRef);
      await host.merge(1);
    },
    close: () => host.close(1),
    say: async (author, body) => host.say({ on: 1, author: author === 'guest' ? guest : wren, body }),
    said: () => state.comments.map(({ body }) => body),
    ends({ id, commit, name, passed, log }) {
      const url = `https://bitbucket.org/acme/docs/pipelines/results/${id}`;
      const result = passed ? 'SUCCESSFUL' : 'FAILED';
      state.statuses.push({ commit, key: `pipeline-${id}`, name, state: result, url, description: '' });
      if (log !== undefined)
        state.pipelines.push({ uuid: `{${id}}`, number: id, steps: [{ uuid: '{s}', result, log }] });
    },
    pulls: () => state.pullRequests.length,
    mergeBy() {
      throw new Error('Copydesk does not merge at Bitbucket.');
    },
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  };
}

/** Sets how a host merges that has its git elsewhere. */
function mergingBy(merges: HostMerges): Place['mergeBy'] {
  return ({ before, refusal }) => {
    Object.assign(merges, { beforeMerge: before, refusal: refusal && { status: 405, message: refusal } });
  };
}

/** Merges a branch into the base branch with a commit of its own, as hosts do; GitHub's stand-in does it itself. */
async function mergeInGit({ repository: { git } }: HostRig, branch: string | undefined): Promise<void> {
  if (branch === undefined) throw new Error('There is no pull request to merge.');
  await mergesIn(git).merge(branch, 'main');
}

function headIn(rig: HostRig) {
  return (branch: string) => rig.repository.git('rev-parse', '--verify', '-q', branch).catch(() => undefined);
}

/** A job whose pull request is open at a host; what is on the stack is closed with it. */
export async function openedAt<P extends Place>(
  start: (rig: HostRig) => Promise<P>,
  stack: AsyncDisposableStack,
  {
    script = replacer,
    prompt = 'Acme Cloud -> Acme Platform',
    ...options
  }: { script?: Script; prompt?: string } & Parameters<typeof hostRig>[1] = {},
) {
  const rig = stack.use(await hostRig(script, options));
  const place = stack.use(await start(rig));
  await rig.db.deleteFrom('code_host_connection').execute();
  await connectProject(rig.db, rig.project.id, { login: null, webhookSecret: 'shared', ...place.connection });
  const hosts = openHosts({ db: rig.db, box: testBox, now: () => new Date() });
  const services: Partial<WorkerServices> = {
    hosted: (projectId) => hosts.hosted(projectId),
    codeHost: ({ id }) =>
      codeHostByCall(async () => {
        const hosted = await hosts.hosted(id);
        if (hosted === undefined) throw new Error('The project is not connected.');
        return hosted.host;
      }),
  };
  const { id } = await rig.create(prompt);
  const job = await rig.work(services);
  return {
    rig,
    place,
    job,
    services,
    work: async () => await rig.work(services),
    read: async () => await rig.read(id),
    /** The last commit of its branch. */
    head: async () => (await rig.repository.git('rev-parse', `copydesk/${id}`)).trim(),
    handleHosts: async () => {
      await rig.passTime();
      await rig.handleHosts(services);
    },
  };
}

/** The suites that use this run at each kind of host with a client of its own: Forgejo has that of Gitea. */
export const places: Record<Exclude<HostedName, 'forgejo'>, (rig: HostRig) => Promise<Place>> = {
  github,
  gitlab,
  gitea,
  bitbucket,
};
