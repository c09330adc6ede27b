import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { hostRefusal, remoteWords } from '../../../src/workspace/git/host-words.ts';
import { GitFailure, withoutSecrets } from '../../../src/workspace/git/git.ts';
import { sourceError } from '../../../src/workspace/git/git-errors.ts';

const place = 'https://git.example.com/acme/docs.git';
const refused = (status: number) => `fatal: unable to access '${place}/': The requested URL returned error: ${status}`;

describe('the output of a code host', () => {
  test.each([
    // GitHub's messages, as docs.github.com and its users quote them.
    [`remote: This repository was archived so it is read-only.\n${refused(403)}`, 'repository_archived', false],
    [`remote: Write access to repository not granted.\n${refused(403)}`, 'code_host_forbidden', false],
    [`remote: Permission to acme/docs.git denied to robot.\n${refused(403)}`, 'code_host_forbidden', false],
    [
      `remote: The 'acme' organization has enabled or enforced SAML SSO.\nremote: To access this repository, visit https://github.com/orgs/acme/sso?authorization_request=A1 and try your request again.\n${refused(403)}`,
      'code_host_forbidden',
      false,
    ],
    [
      `remote: The 'acme' organization has an IP allow list enabled, and 192.0.2.7 is not permitted to access this repository.\n${refused(403)}`,
      'code_host_forbidden',
      false,
    ],
    [
      `remote: Invalid username or token. Password authentication is not supported for Git operations.\nfatal: Authentication failed for '${place}/'`,
      'repository_unauthorized',
      false,
    ],
    [
      `remote: Your account is suspended. Please visit https://support.github.com.\n${refused(403)}`,
      'code_host_forbidden',
      false,
    ],
    [
      'remote: error: GH006: Protected branch update failed for refs/heads/copydesk/job_1.\nremote: error: Changes must be made through a pull request.\nprotected branch hook declined',
      'branch_protected',
      false,
    ],
    [
      'remote: error: GH013: Repository rule violations found for refs/heads/copydesk/job_1.\nremote: - Cannot create ref due to creations being restricted.\npush declined due to repository rule violations',
      'branch_protected',
      false,
    ],
    [
      'remote: error: GH013: Repository rule violations found for refs/heads/b.\nremote: - GITHUB PUSH PROTECTION\nremote:     - Push cannot contain secrets\npush declined due to repository rule violations',
      'push_rejected',
      false,
    ],
    [
      'refusing to allow a GitHub App to create or update workflow `.github/workflows/x.yml` without `workflows` permission',
      'code_host_forbidden',
      false,
    ],
    ['remote: error: GH001: Large files detected.\npre-receive hook declined', 'push_rejected', false],
    ['remote: This repository moved. Please use the new location:', 'repository_moved', false],
    [refused(301), 'repository_moved', false],
    [refused(429), 'code_host_limited', true],
    [refused(502), 'repository_unreachable', true],
    // GitLab's messages, from lib/gitlab/git_access.rb and lib/gitlab/checks.
    [
      "remote: HTTP Basic: Access denied. If a password was provided for Git authentication, the password was incorrect or you're required to use a token instead of a password.\nfatal: Authentication failed",
      'repository_unauthorized',
      false,
    ],
    [`remote: You are not allowed to push code to this project.\n${refused(403)}`, 'code_host_forbidden', false],
    [`remote: You are not allowed to upload code.\n${refused(403)}`, 'code_host_forbidden', false],
    [`remote: You can't push code to an archived project.\n${refused(403)}`, 'repository_archived', false],
    [
      `remote: The repository is temporarily read-only. Please try again later.\n${refused(403)}`,
      'repository_unreachable',
      true,
    ],
    [`remote: Your account has been blocked.\n${refused(403)}`, 'code_host_forbidden', false],
    [
      'remote: GitLab: You are not allowed to push code to protected branches on this project.\npre-receive hook declined',
      'branch_protected',
      false,
    ],
    [`remote: Pushing over HTTP is not allowed.\n${refused(403)}`, 'code_host_forbidden', false],
    [`remote: Retry later\n${refused(429)}`, 'code_host_limited', true],
    // The messages of Gitea and Forgejo, from routers/private/hook_pre_receive.go and routers/web/repo/githttp.go.
    [
      `remote: This repo is archived. You can view files and clone it, but cannot push or open issues/pull-requests.\n${refused(403)}`,
      'repository_archived',
      false,
    ],
    [`remote: mirror repository is read-only\n${refused(403)}`, 'code_host_forbidden', false],
    [
      'remote: Gitea: Not allowed to push to protected branch main\npre-receive hook declined',
      'branch_protected',
      false,
    ],
    ['remote: Forgejo: User permission denied for writing.\npre-receive hook declined', 'code_host_forbidden', false],
    [
      'remote: Users with two-factor authentication enabled cannot perform HTTP/HTTPS operations via plain username and password.',
      'repository_unauthorized',
      false,
    ],
    [refused(307), 'repository_moved', false],
  ] as const)('%s', async (stderr, code, retryable) => {
    expect(hostRefusal(stderr, place)).toMatchObject({ code, retryable });
    const failure = new GitFailure('push', { code: 1, stderr });
    const source = { id: 'src_1', kind: 'url', location: place } as const;
    expect(await sourceError(failure, source, tmpdir())).toMatchObject({ code, retryable });
  });

  test('is reported in its own words, without formatting and tokens in addresses', () => {
    const words = remoteWords(
      'remote: Counting objects: 5\nremote: \nremote: error: GH013: Repository rule violations found for refs/heads/b.\n' +
        'remote: Review all repository rules at https://github.com/a/b/rules\nremote: \u001b[31m- Changes must be made through a pull request.\n' +
        'remote: See https://github.com/orgs/acme/sso?authorization_request=ABC and try again.\nfatal: the rest',
    );
    expect(words).toBe(
      'error: GH013: Repository rule violations found for refs/heads/b. [31m- Changes must be made through a pull request. See https://github.com/orgs/acme/sso and try again',
    );
  });

  test('is not searched in the name of the repository', () => {
    const named = 'https://git.example.com/acme/2FA.git';
    expect(hostRefusal(`fatal: unable to access '${named}/': Could not resolve host`, named)).toBeUndefined();
  });

  test('is ignored if it is the text of a custom hook', () => {
    expect(hostRefusal('remote: Ticket missing.\npre-receive hook declined', place)).toBeUndefined();
  });
});

test('secrets that a server repeats are removed from the output of git', () => {
  expect(withoutSecrets('remote: got Basic dG9rZW4= for x:token!', ['Basic dG9rZW4=', 'dG9rZW4=', 'token!', ''])).toBe(
    'remote: got *** for x:***',
  );
});
