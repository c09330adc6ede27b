import type { GithubAccount, GithubComment, GithubPull, GithubRepository } from './github-state.ts';

/** The fields in the stand-in's responses and webhooks: those of GitHub's schemas that a client may read. */
export function userJson({ login, type }: Pick<GithubAccount, 'login' | 'type'>) {
  return { login, id: idOf(login), type, html_url: `https://github.example/${login}` };
}

export function repositoryJson(repository: GithubRepository, push: boolean) {
  const { id, name, archived, private: isPrivate, defaultBranch } = repository;
  const [owner = '', short = ''] = name.split('/');
  return {
    id,
    name: short,
    full_name: name,
    owner: userJson({ login: owner, type: 'User' }),
    private: isPrivate,
    archived,
    disabled: false,
    default_branch: defaultBranch,
    allow_merge_commit: repository.mergeMethods.includes('merge'),
    allow_squash_merge: repository.mergeMethods.includes('squash'),
    allow_rebase_merge: repository.mergeMethods.includes('rebase'),
    html_url: `https://github.example/${name}`,
    permissions: { admin: false, maintain: false, push, triage: push, pull: true },
  };
}

export function pullJson(repository: GithubRepository, pull: GithubPull, headSha: string) {
  const repo = { id: repository.id, name: repository.name.split('/')[1], full_name: repository.name };
  return {
    id: pull.id,
    number: pull.number,
    html_url: `https://github.example/${repository.name}/pull/${pull.number}`,
    state: pull.state,
    draft: pull.draft,
    locked: false,
    title: pull.title,
    body: pull.body,
    user: userJson(pull.author),
    created_at: pull.createdAt,
    updated_at: pull.updatedAt,
    closed_at: pull.closedAt,
    merged_at: pull.mergedAt,
    merged: pull.mergedAt !== null,
    merge_commit_sha: pull.mergeCommit,
    merged_by: pull.mergedBy === undefined ? null : userJson(pull.mergedBy),
    labels: pull.labels.map((name) => ({ name })),
    requested_reviewers: pull.reviewers.map((login) => userJson({ login, type: 'User' })),
    requested_teams: pull.teams.map((slug) => ({ slug })),
    head: { ref: pull.headRef, sha: headSha, label: `${repository.name.split('/')[0]}:${pull.headRef}`, repo },
    base: { ref: pull.baseRef, repo },
  };
}

export function commentJson(repository: GithubRepository, comment: GithubComment, apiUrl: string) {
  const { id, number, kind, body, author, createdAt, updatedAt } = comment;
  const isPull = !repository.issues.includes(number);
  const page = `https://github.example/${repository.name}/${isPull ? 'pull' : 'issues'}/${number}`;
  const common = { id, body, user: userJson(author), created_at: createdAt, updated_at: updatedAt };
  if (kind === 'issue') {
    return {
      ...common,
      html_url: `${page}#issuecomment-${id}`,
      issue_url: `${apiUrl}/repos/${repository.name}/issues/${number}`,
    };
  }
  if (kind === 'review') {
    const { created_at: submitted_at, ...rest } = common;
    return { ...rest, submitted_at, state: 'COMMENTED', html_url: `${page}#pullrequestreview-${id}` };
  }
  return {
    ...common,
    html_url: `${page}#discussion_r${id}`,
    pull_request_url: `${apiUrl}/repos/${repository.name}/pulls/${number}`,
    path: comment.path ?? 'docs/index.md',
    line: comment.line ?? null,
    original_line: comment.line ?? null,
    diff_hunk: comment.hunk ?? '@@ -1 +1 @@\n-old\n+new',
    ...(comment.inReplyTo === undefined ? {} : { in_reply_to_id: comment.inReplyTo }),
  };
}

/** Returns the same id for the same name. */
function idOf(login: string): number {
  return Buffer.from(login).reduce((sum, byte) => (sum * 31 + byte) % 1_000_003, 7);
}
