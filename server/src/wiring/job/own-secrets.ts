import type { HostCredential } from '../../code-hosts/access.ts';
import type { OwnSecret } from '../../leaks/own-secrets.ts';
import { readConnection } from '../../projects/connection/connection.ts';
import type { Project } from '../../projects/project.ts';
import type { Settings } from '../../settings.ts';
import { openCredential } from '../hosts/hosts.ts';
import type { App } from '../app.ts';
import { providerAccesses } from './models.ts';

/** Returns the secrets that this process has of its own, and for a project: none of them may leave with a change. */
export async function ownSecretsOf(
  app: Pick<App, 'settings' | 'db' | 'box' | 'hosts'>,
  project: Pick<Project, 'id' | 'repository'>,
): Promise<OwnSecret[]> {
  const [accesses, connection] = await Promise.all([
    providerAccesses(app, project.id),
    readConnection(app.db, project.id),
  ]);
  const modelKeys = [...accesses, ...Object.values(app.settings.providers)].map(({ provider, apiKey }) => ({
    name: `the key of ${provider}`,
    value: apiKey ?? '',
  }));
  const ofHost = connection === undefined ? [] : await hostSecrets(app, project);
  return [...modelKeys, ...ofHost, ...settingSecrets(app.settings)].filter(({ value }) => value !== '');
}

async function hostSecrets(
  { db, box, hosts }: Pick<App, 'db' | 'box' | 'hosts'>,
  project: Pick<Project, 'id' | 'repository'>,
): Promise<OwnSecret[]> {
  const stored = storedIn(await openCredential(db, box, project.id));
  // For an App, this is its short-lived token; for all others, the same credential once more.
  const header = await hosts.authorization(project, project.repository);
  const passed = header === undefined ? '' : Buffer.from(header.replace(/^\w+ /, ''), 'base64').toString();
  const token = passed.slice(passed.indexOf(':') + 1);
  return [stored, token].map((value) => ({ name: 'the credential of the code host', value }));
}

function storedIn(credential: HostCredential): string {
  switch (credential.kind) {
    case 'token':
      return credential.token;
    case 'app':
      return credential.privateKey;
    case 'password':
      return credential.password;
  }
}

function settingSecrets({ secretKey, databaseUrl, database, mirror, openId, telemetry, mail }: Settings): OwnSecret[] {
  return [
    { name: 'the key that seals secrets', value: secretKey?.toString('base64') ?? '' },
    ...[databaseUrl, database.directUrl].map((url) => ({
      name: 'the password of the database',
      value: passwordIn(url),
    })),
    { name: 'the token of the mirrors', value: mirror?.token ?? '' },
    { name: 'the secret of the OpenID provider', value: openId?.clientSecret ?? '' },
    { name: 'the password of the mail server', value: mail?.login?.password ?? '' },
    ...Object.values(telemetry?.headers ?? {}).map((value) => ({ name: 'a header of the telemetry', value })),
  ];
}

function passwordIn(url: string | undefined): string {
  return url === undefined ? '' : decodeURIComponent(URL.parse(url)?.password ?? '');
}
