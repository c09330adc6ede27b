import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readSettings } from '../../../src/settings.ts';
import type { DatabaseFacts, Facts, FolderFacts } from '../../../src/wiring/doctor/facts.ts';
import { judge } from '../../../src/wiring/doctor/judge.ts';

const key = Buffer.alloc(32, 7).toString('base64');

const folder: FolderFacts = {
  path: '/srv/copydesk',
  isThere: true,
  isWritable: true,
  freeBytes: 50e9,
  totalBytes: 100e9,
  hasDatabase: true,
  databaseAbove: undefined,
  keyMode: 0o100600,
  lastCrash: undefined,
};

const database: DatabaseFacts = {
  version: '18.4',
  versionNumber: 180_004,
  isEncrypted: false,
  isLocal: true,
  mayCreate: true,
  isSuperuser: true,
  connections: 12,
  maximumConnections: 100,
  clockSkewSeconds: 0.02,
  missingMigrations: [],
  unknownMigrations: [],
  moved: null,
  staleTables: [],
  autovacuum: true,
  workersAlive: 1,
  activeJobs: 3,
  owners: 1,
  keysOfModels: [],
  expiringKeys: [],
  failingConnections: [],
  failingMirrors: [],
};

/** What a healthy server finds, except for the changes. */
function healthy({ env = {}, ...changes }: Partial<Facts> & { env?: Record<string, string> } = {}): Facts {
  return {
    names: ['COPYDESK_SECRET_KEY', ...Object.keys(env).filter((name) => name.startsWith('COPYDESK_'))],
    settings: readSettings({ COPYDESK_SECRET_KEY: key, ...env }),
    settingsErrors: [],
    node: '24.21.0',
    git: '2.39.5',
    folder,
    port: 'free',
    mailFault: undefined,
    database,
    ...changes,
  };
}

const inFolder = (changes: Partial<FolderFacts>): Facts => healthy({ folder: { ...folder, ...changes } });
const inDatabase = (changes: Partial<DatabaseFacts>): Facts => healthy({ database: { ...database, ...changes } });
const elsewhere: Partial<DatabaseFacts> = { isLocal: false, isEncrypted: true, isSuperuser: false };

test('a healthy server has no findings', () => {
  expect(judge(healthy())).toEqual([]);
  expect(judge(healthy({ port: 'copydesk' }))).toEqual([]);
  expect(judge(inDatabase(elsewhere))).toEqual([]);
  expect(judge(healthy({ database: undefined, folder: { ...folder, hasDatabase: false } }))).toEqual([]);
  expect(judge(inDatabase({ staleTables: ['view_page'] }))).toEqual([]);
});

const settingsErrors = [{ parameter: 'COPYDESK_PORT', detail: 'must be a port number from 0 to 65535' }];

test.each<[string, Facts, string, RegExp]>([
  ['a misspelt setting', healthy({ names: ['COPYDESK_PROT'] }), 'COPYDESK_PROT', /Did you mean COPYDESK_PORT\?/],
  [
    'an unknown setting',
    healthy({ names: ['COPYDESK_TURBO_MODE'] }),
    'COPYDESK_TURBO_MODE',
    /\/docs\/settings has all/,
  ],
  ['a wrong value', healthy({ settings: undefined, settingsErrors }), 'COPYDESK_PORT', /must be a port number/],
  [
    'a former name',
    healthy({ env: { COPYDESK_WEBHOOK_PRIVATE_NETWORKS: '10.0.0.0/8' } }),
    'COPYDESK_WEBHOOK_PRIVATE_NETWORKS',
    /Set COPYDESK_PRIVATE_NETWORKS/,
  ],
  [
    'a public address by plain http',
    healthy({ env: { COPYDESK_URL: 'http://docs.example.com' } }),
    'COPYDESK_URL',
    /plain http/,
  ],
  ['no public address', healthy({ env: { COPYDESK_HOST: '0.0.0.0' } }), 'COPYDESK_URL', /listens on all addresses/],
  [
    'a model without a key',
    healthy({ env: { COPYDESK_MODEL: 'anthropic/claude-sonnet-5-5' } }),
    'ANTHROPIC_API_KEY',
    /fail until you set ANTHROPIC_API_KEY/,
  ],
  [
    'a misspelt model',
    healthy({ env: { COPYDESK_MODEL: 'builtin/copyedit' } }),
    'COPYDESK_MODEL',
    /Did you mean builtin\/copyeditor\?/,
  ],
  [
    'a key beside what it seals',
    healthy({ settings: readSettings({}) }),
    'COPYDESK_SECRET_KEY',
    /is in the data folder/,
  ],
  ['an old Node', healthy({ node: '22.11.0' }), 'Node', /CVE-2026-21717/],
  ['no git', healthy({ git: undefined }), 'git', /was not found/],
  ['an old git', healthy({ git: '2.30.2' }), 'git', /is too old/],
  [
    'the wrong folder',
    healthy({ database: undefined, folder: { ...folder, hasDatabase: false, databaseAbove: '/srv/.copydesk' } }),
    'folder',
    /COPYDESK_DATA_DIR=\/srv\/\.copydesk/,
  ],
  ['a folder of another user', inFolder({ isWritable: false }), 'folder', /may not write/],
  ['a disk that is nearly full', inFolder({ freeBytes: 300e6 }), 'disk', /Only 300 MB are free/],
  [
    'a key that others may read',
    inFolder({ keyMode: 0o100644 }),
    'secret key',
    /chmod 600 \/srv\/copydesk\/secret\.key/,
  ],
  ['a crash', inFolder({ lastCrash: 'PANIC:  could not write' }), 'last crash', /PANIC: {2}could not write/],
  [
    'a mail server that is away',
    healthy({ mailFault: 'The mail server did not answer in time.' }),
    'mail',
    /did not answer in time.*COPYDESK_SMTP_URL/s,
  ],
  ['a port that is taken', healthy({ port: 'other' }), 'port', /Another program listens at 127\.0\.0\.1, port 4700/],
  [
    'a database that is away',
    healthy({ database: { fault: 'The database refuses connections.' } }),
    'database',
    /refuses connections/,
  ],
  ['an old PostgreSQL', inDatabase({ version: '14.9', versionNumber: 140_009 }), 'database', /15 or newer is needed/],
  [
    'a database over the network without TLS',
    inDatabase({ ...elsewhere, isEncrypted: false }),
    'TLS',
    /sslmode=verify-full/,
  ],
  ['a superuser', inDatabase({ ...elsewhere, isSuperuser: true }), 'role', /superuser/],
  ['clocks that differ', inDatabase({ clockSkewSeconds: -90 }), 'clock', /differ by -90 seconds/],
  ['a role that may create nothing', inDatabase({ mayCreate: false }), 'role', /may not create tables/],
  [
    'a database that was moved',
    inDatabase({ moved: { to: 'postgres://desk@db/desk', at: new Date(0) } }),
    'moved',
    /moved to postgres:\/\/desk@db\/desk at 1970/,
  ],
  ['a newer schema', inDatabase({ unknownMigrations: [99] }), 'schema', /made by a newer Copydesk/],
  ['a schema that is behind', inDatabase({ missingMigrations: ['0099_more'] }), 'schema', /not applied yet/],
  ['no autovacuum', inDatabase({ autovacuum: false }), 'statistics', /autovacuum is off/],
  [
    'stale statistics',
    inDatabase({ staleTables: ['view_page'], workersAlive: 0, activeJobs: 0 }),
    'statistics',
    /view_page/,
  ],
  ['too few connections', inDatabase({ maximumConnections: 25 }), 'connections', /may take 31 connections/],
  ['connections that run out', inDatabase({ connections: 97 }), 'connections', /97 of the 100/],
  ['jobs without a worker', inDatabase({ workersAlive: 0 }), 'workers', /no worker is running/],
  ['nobody who is an owner', inDatabase({ owners: 0 }), 'People', /copydesk sign-in/],
  ['a key that expires', inDatabase({ expiringKeys: ['laptop'] }), 'keys', /"laptop" is in use/],
  [
    'a code host that fails',
    inDatabase({ failingConnections: ['Handbook'] }),
    'code host',
    /project connect "Handbook" --check/,
  ],
])('finds %s, and nothing else', (_name, facts, about, text) => {
  const findings = judge(facts);
  expect(findings.map((finding) => finding.about)).toEqual([about]);
  expect(findings.map(({ found, todo }) => `${found} ${todo}`).join()).toMatch(text);
});

test('every variable that the program reads is a known setting', () => {
  const root = fileURLToPath(new URL('../../../src/', import.meta.url));
  const texts = globSync('**/*.ts', { cwd: root }).map((path) => readFileSync(root + path, 'utf8'));
  const read = texts.flatMap((text) => text.match(/\bCOPYDESK_[A-Z_]*[A-Z]\b/g) ?? []);
  expect(read).toContain('COPYDESK_PROFILE');
  const names = [...new Set(read)];
  expect(judge(healthy({ names })).filter(({ found }) => found.includes('is not a setting'))).toEqual([]);
});
