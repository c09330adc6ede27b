import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../src/postgres/database.ts';
import {
  changeConnection,
  connectProject,
  disconnectProject,
  readConnection,
  renewWebhookSecret,
  webhookPurpose,
  readSealed,
} from '../../src/projects/connection/connection.ts';
import { secretBox } from '../../src/secrets/box.ts';
import { connectionDraft } from '../../src/wiring/hosts/connections.ts';
import { openHosts } from '../../src/wiring/hosts/hosts.ts';
import { sourceOf } from '../../src/wiring/hosts/repositories.ts';
import { testDatabase } from '../support/database.ts';
import { insertProject } from '../support/project.ts';

const box = secretBox(async () => Buffer.alloc(32, 3));
const now = () => new Date();
const repository = 'https://git.example.com/acme/docs.git';
const git = { host: 'git' as const, apiUrl: '', repository: 'acme/docs' };

const stack = new AsyncDisposableStack();
let db: Database;
let projectId: string;
beforeAll(async () => {
  ({ db } = stack.use(await testDatabase()));
});
beforeEach(async () => {
  ({ id: projectId } = await insertProject(db));
});
afterAll(() => stack.disposeAsync());

async function connect(password: string, place: Parameters<typeof connectionDraft>[1] = git) {
  const credential = { kind: 'password' as const, username: 'ann', password };
  return await connectProject(db, box, connectionDraft(projectId, place, credential, {}));
}

const project = () => ({ id: projectId, repositoryKind: 'url' as const, repository });
const headerOf = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;

describe('a connection', () => {
  test('that is created again keeps its settings and its webhook secret, unless the repository changes', async () => {
    const first = await connect('one');
    expect(first.webhookSecret).toMatch(/^[0-9a-f]{64}$/);
    await changeConnection(db, projectId, { labels: ['docs'], draft: true });
    const second = await connect('two');
    expect(second).toMatchObject({ webhookSecret: undefined, connection: { labels: ['docs'], draft: true } });
    const moved = await connect('two', { ...git, repository: 'acme/handbook' });
    expect(moved.webhookSecret).toMatch(/^[0-9a-f]{64}$/);
    expect(moved.webhookSecret).not.toBe(first.webhookSecret);
  });

  test('gets another time with each change, however quickly changes follow each other', async () => {
    const times = [];
    await connect('one');
    for (const draft of [true, false, true]) times.push((await changeConnection(db, projectId, { draft })).updatedAt);
    expect(new Set(times.map((time) => time.getTime())).size).toBe(3);
  });

  test('can get another webhook secret, and can be removed', async () => {
    await connect('one');
    const secret = await renewWebhookSecret(db, box, projectId);
    const sealed = await readSealed(db, projectId);
    expect(await box.open(sealed?.webhookSecret ?? Buffer.of(), webhookPurpose(projectId))).toBe(secret);
    expect(await disconnectProject(db, projectId)).toBe(true);
    expect(await disconnectProject(db, projectId)).toBe(false);
    expect(await readConnection(db, projectId)).toBeUndefined();
    await expect(renewWebhookSecret(db, box, projectId)).rejects.toMatchObject({ code: 'not_found' });
    await expect(changeConnection(db, projectId, {})).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('git', () => {
  test('gets the current credential, in every process, and none without a connection', async () => {
    const here = openHosts({ db, box, now });
    const there = openHosts({ db, box, now });
    const ask = async () =>
      await Promise.all([here, there].map(async (hosts) => await sourceOf({ hosts }, project()).authorization?.()));
    expect(await ask()).toEqual([undefined, undefined]);
    await connect('one');
    expect(await ask()).toEqual([headerOf('ann:one'), headerOf('ann:one')]);
    await connect('two');
    expect(await ask()).toEqual([headerOf('ann:two'), headerOf('ann:two')]);
    await disconnectProject(db, projectId);
    expect(await ask()).toEqual([undefined, undefined]);
  });

  test('gets the credential only for the origin of the repository', async () => {
    await connect('one');
    const hosts = openHosts({ db, box, now });
    const ask = async (address: string) => await hosts.authorization(project(), address);
    expect(await ask('https://git.example.com/acme/product.git')).toBe(headerOf('ann:one'));
    const others = [
      'http://git.example.com/a',
      'https://git.example.com:8443/a',
      'https://git.example.com.evil.com/a',
      '/srv/docs',
      '',
    ];
    for (const address of others) expect(await ask(address)).toBeUndefined();
  });

  test('gets no credential for a repository on this machine', async () => {
    const hosts = openHosts({ db, box, now });
    const source = sourceOf({ hosts }, { id: projectId, repositoryKind: 'path', repository: '/srv/docs' });
    expect(source).toEqual({ id: projectId, kind: 'path', location: '/srv/docs' });
  });

  test('cannot use a credential that another project or another key has sealed', async () => {
    await connect('one');
    const other = secretBox(async () => Buffer.alloc(32, 4));
    const hosts = openHosts({ db, box: other, now });
    await expect(hosts.authorization(project(), repository)).rejects.toMatchObject({ code: 'secret_unreadable' });
    const { id } = await insertProject(db);
    await sqlCopy(db, projectId, id);
    await expect(openHosts({ db, box, now }).authorization({ id, repository }, repository)).rejects.toMatchObject({
      code: 'secret_unreadable',
    });
  });
});

describe('pull requests', () => {
  test('are kept by Copydesk if the connection is to a plain git server', async () => {
    await connect('one');
    expect(await openHosts({ db, box, now }).hosted(projectId)).toBeUndefined();
  });

  test('are at the host, which gets requests with the current token', async () => {
    const tokens: unknown[] = [];
    const server = createServer((request, response) => {
      tokens.push(request.headers['private-token']);
      response.setHeader('content-type', 'application/json');
      response.writeHead(200).end('[]');
    }).listen(0, '127.0.0.1');
    stack.defer(() => void server.close());
    await once(server, 'listening');
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
    const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v4`;
    const place = { host: 'gitlab' as const, apiUrl, repository: 'acme/docs' };
    const hosts = openHosts({ db, box, now });
    for (const token of ['first-token', 'second-token']) {
      await connectProject(db, box, connectionDraft(projectId, place, { kind: 'token', token }, {}));
      const hosted = await hosts.hosted(projectId);
      expect(hosted?.connection).toMatchObject({ host: 'gitlab', apiUrl });
      expect(await hosted?.host.find('copydesk/job_1')).toBeUndefined();
    }
    expect([...new Set(tokens)]).toEqual(['first-token', 'second-token']);
    const [one, two] = await Promise.all([hosts.hosted(projectId), hosts.hosted(projectId)]);
    expect(one?.host).toBe(two?.host);
  });
});

/** Copies the secrets of one project into the row of another, as somebody with write access to the database could. */
async function sqlCopy(database: Database, from: string, to: string): Promise<void> {
  const row = await database
    .selectFrom('code_host_connection')
    .selectAll()
    .where('project_id', '=', from)
    .executeTakeFirstOrThrow();
  await database
    .insertInto('code_host_connection')
    .values({ ...row, project_id: to })
    .execute();
}
