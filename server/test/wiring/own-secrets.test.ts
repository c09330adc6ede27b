import { expect, test } from 'vitest';
import { connectProject } from '../../src/projects/connection/connection.ts';
import { setModelKey } from '../../src/projects/model-keys.ts';
import { secretBox } from '../../src/secrets/box.ts';
import { readSettings } from '../../src/settings.ts';
import { connectionDraft } from '../../src/wiring/hosts/connections.ts';
import { openHosts } from '../../src/wiring/hosts/hosts.ts';
import { ownSecretsOf } from '../../src/wiring/job/own-secrets.ts';
import { testDatabase } from '../support/database.ts';
import { insertProject } from '../support/project.ts';

const box = secretBox(async () => Buffer.alloc(32, 3));
const repository = 'https://git.example.com/acme/docs.git';

test('the secrets of the installation and of the project are named', async () => {
  await using database = await testDatabase();
  const { db } = database;
  const { id } = await insertProject(db);
  const sealing = Buffer.alloc(32, 7).toString('base64');
  const settings = readSettings({
    COPYDESK_SECRET_KEY: sealing,
    DATABASE_URL: 'postgres://copydesk:of%20the%20database@db.test/copydesk',
    ANTHROPIC_API_KEY: 'key-of-the-installation',
    COPYDESK_MIRROR: 'https://git.test/{project}.git',
    COPYDESK_MIRROR_TOKEN: 'token-of-the-mirrors',
    COPYDESK_SMTP_URL: 'smtps://desk:of%20the%20mails@mail.test',
    COPYDESK_SMTP_FROM: 'docs@example.com',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.test',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-team=header-of-the-collector',
  });
  await setModelKey(db, box, { projectId: id, provider: 'openai', key: 'key-of-the-project', baseUrl: undefined });
  const place = { host: 'git' as const, apiUrl: '', repository: 'acme/docs' };
  const credential = { kind: 'password' as const, username: 'ann', password: 'password-of-ann' };
  await connectProject(db, box, connectionDraft(id, place, credential, {}));
  const hosts = openHosts({ db, box, now: () => new Date() });
  const own = await ownSecretsOf({ settings, db, box, hosts }, { id, repository });
  expect(new Set(own.map(({ name, value }) => `${name}: ${value}`))).toEqual(
    new Set([
      'the key of anthropic: key-of-the-installation',
      'the key of openai: key-of-the-project',
      'the credential of the code host: password-of-ann',
      `the key that seals secrets: ${sealing}`,
      'the password of the database: of the database',
      'the token of the mirrors: token-of-the-mirrors',
      'the password of the mail server: of the mails',
      'a header of the telemetry: header-of-the-collector',
    ]),
  );
});

test('a project without a connection has only the secrets of the installation', async () => {
  await using database = await testDatabase();
  const { db } = database;
  const { id } = await insertProject(db);
  const hosts = openHosts({ db, box, now: () => new Date() });
  const settings = readSettings({ ANTHROPIC_API_KEY: 'key-of-the-installation' });
  const own = await ownSecretsOf({ settings, db, box, hosts }, { id, repository });
  expect(new Set(own.map(({ value }) => value))).toEqual(new Set(['key-of-the-installation']));
});
