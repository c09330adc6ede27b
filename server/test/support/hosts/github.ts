import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answer } from './github-answers.ts';
import { headOf, mergeInGit } from './github-git.ts';
import { pullJson } from './github-json.ts';
import type { GithubStandIn } from './github-stand-in.ts';
import { newRepository } from './github-state.ts';
import type { GithubAccount, GithubComment, GithubPull, GithubRepository } from './github-state.ts';
import { sendWebhook, sendComment } from './github-webhooks.ts';

export type { GithubStandIn } from './github-stand-in.ts';

/** @param now the clock of the host. */
export async function startGithub(now: () => Date = () => new Date()): Promise<GithubStandIn> {
  let id = 100;
  const nextId = (): number => (id += 1);
  const server = createServer((request, response) => {
    answer(clock, request, response).catch(() => response.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const time = (): string => `${now().toISOString().slice(0, 19)}Z`;
  const host: GithubStandIn = {
    apiUrl: `http://127.0.0.1:${port}/api/v3`,
    handle: async (incoming, response) => {
      await answer(clock, incoming, response);
      return true;
    },
    accounts: new Map(),
    app: undefined,
    repositories: [],
    rule: undefined,
    requests: [],
    unchanged: 0,
    webhook: undefined,
    add: (name, options = {}) => {
      const made = newRepository(nextId(), name, options);
      host.repositories.push(made);
      return made;
    },
    merge: async (repository, number) => {
      const pull = openPull(repository, number);
      const head = (await headOf(repository, pull.headRef)) ?? pull.headSha;
      const mergeCommit = await mergeInGit(repository, pull, head);
      const ended = { closedAt: time(), mergedAt: time(), updatedAt: time() };
      Object.assign(pull, { state: 'closed', headSha: head, mergeCommit, ...ended });
      await sendWebhook(host, 'pull_request', 'closed', repository, {
        number,
        pull_request: pullJson(repository, pull, head),
      });
    },
    close: async (repository, number) => {
      const pull = openPull(repository, number);
      const head = (await headOf(repository, pull.headRef)) ?? pull.headSha;
      Object.assign(pull, { state: 'closed', headSha: head, closedAt: time(), updatedAt: time() });
      await sendWebhook(host, 'pull_request', 'closed', repository, {
        number,
        pull_request: pullJson(repository, pull, head),
      });
    },
    say: async (repository, said) => {
      const author: GithubAccount = said.author ?? { login: 'ada', type: 'User' };
      const made: GithubComment = {
        id: nextId(),
        kind: 'issue',
        createdAt: time(),
        updatedAt: time(),
        ...said,
        author,
      };
      repository.comments.push(made);
      const pull = repository.pulls.find(({ number }) => number === made.number);
      if (pull !== undefined) pull.updatedAt = time();
      await sendComment(host, repository, made, pull);
      return made;
    },
    pushed: async (repository, branch) => {
      const after = (await headOf(repository, branch)) ?? '0'.repeat(40);
      await sendWebhook(host, 'push', undefined, repository, {
        ref: `refs/heads/${branch}`,
        after,
        deleted: /^0+$/u.test(after),
      });
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  const clock = { host, now, time, nextId };
  return host;
}

function openPull(repository: GithubRepository, number: number): GithubPull {
  const pull = repository.pulls.find((one) => one.number === number && one.state === 'open');
  if (pull === undefined) throw new Error(`There is no open pull request ${number}.`);
  return pull;
}
