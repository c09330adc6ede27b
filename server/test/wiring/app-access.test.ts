import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { github } from '../../src/code-hosts/github/github.ts';
import { accessAt } from '../../src/wiring/hosts/hosts.ts';
import { githubAccess } from '../support/hosts/github-access.ts';
import { startGithub } from '../support/hosts/github.ts';

const own = 'https://github.example/acme/docs.git';
const { privateKey: key, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const privateKey = key.export({ type: 'pkcs8', format: 'pem' }).toString();

test('the token of an App is created for the repository that git requests', async () => {
  await using host = await startGithub();
  host.app = {
    id: '77',
    slug: 'our-docs',
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    installationId: 5,
    permissions: { contents: 'write', pull_requests: 'write' },
    suspendedAt: null,
    repositories: ['acme/docs', 'acme/app'],
    made: 0,
  };
  host.add('acme/docs');
  host.add('acme/app');
  const access = githubAccess(host.apiUrl, { credential: { kind: 'app', appId: '77', privateKey } });
  const repositoriesAt = async (address: string) => {
    const header = await github.gitAuthorization(accessAt(access, own, address));
    const [, token = ''] = Buffer.from(header.replace('Basic ', ''), 'base64').toString().split(':');
    return host.accounts.get(token)?.repositories;
  };
  expect(await repositoriesAt(own)).toEqual(['docs']);
  expect(await repositoriesAt('https://github.example/acme/app.git')).toEqual(['app']);
  expect(await repositoriesAt('https://github.example/acme/app/')).toEqual(['app']);
});

test('a plain token is used for every repository', () => {
  const access = githubAccess('https://api.github.example', { credential: { kind: 'token', token: 't' } });
  expect(accessAt(access, own, 'https://github.example/acme/app.git')).toBe(access);
});
