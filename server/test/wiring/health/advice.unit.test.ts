import { expect, test } from 'vitest';
import { readSettings } from '../../../src/settings.ts';
import { adviceOn } from '../../../src/wiring/health/advice.ts';
import type { Facts } from '../../../src/wiring/health/advice.ts';

const key = Buffer.alloc(32, 7).toString('base64');

function adviceFor(environment: Record<string, string>, facts: Partial<Facts> = {}): string[] {
  const settings = readSettings({ COPYDESK_SECRET_KEY: key, ...environment });
  const url = facts.url ?? settings.url ?? 'http://127.0.0.1:4700';
  const seen = { host: new URL(url).host, forwardedProtocol: undefined, isForwarded: false };
  const advice = adviceOn(settings, { url, seen, gitVersion: '2.39.5', owners: 1, projectsBringKeys: false, ...facts });
  return advice.map(({ setting, severity }) => `${severity} ${setting}`);
}

const url = 'https://desk.example.com';
const seen = { host: 'desk.example.com', forwardedProtocol: 'https', isForwarded: true };

test('a well configured server gets no warnings', () => {
  expect(adviceFor({})).toEqual([]);
  expect(adviceFor({ COPYDESK_URL: url })).toEqual([]);
  expect(adviceFor({ COPYDESK_URL: url, COPYDESK_TRUSTED_PROXIES: '10.0.0.1' }, { seen })).toEqual([]);
});

test('an old or unknown git gets a warning', () => {
  expect(adviceFor({}, { gitVersion: '2.36.1' })).toEqual(['unwise git']);
  expect(adviceFor({}, { gitVersion: undefined })).toEqual(['wrong git']);
  expect(adviceFor({}, { gitVersion: '2.33.1' })).toEqual(['wrong git']);
  expect(adviceFor({}, { gitVersion: null })).toEqual([]);
});

test('a large project whose slices a setting limits below the number of nodes gets a warning', () => {
  const heldBack = [{ name: 'Handbook', viewsADay: 3_200_000.4, slices: 1, could: 2 }];
  const settings = readSettings({ COPYDESK_SECRET_KEY: key, COPYDESK_VIEWS_SLICES: 'off' });
  const facts = { url: 'http://127.0.0.1:4700', gitVersion: '2.39.5', owners: 1, projectsBringKeys: false };
  const atHome = { host: '127.0.0.1:4700', forwardedProtocol: undefined, isForwarded: false };
  expect(adviceOn(settings, { ...facts, seen: atHome, heldBack })).toEqual([
    {
      setting: 'COPYDESK_VIEWS_SLICES',
      severity: 'unwise',
      found: 'Handbook has 3,200,000 page views a day in one slice, and each slice is meant for 1,000,000.',
      todo: 'Set it to auto, or run: copydesk database slices "Handbook" 2. /docs/scaling says what it costs.',
    },
  ]);
  expect(adviceFor({}, { heldBack: [] })).toEqual([]);
});

test('a setting under its former name gets a warning', () => {
  expect(adviceFor({ COPYDESK_WEBHOOK_PRIVATE_NETWORKS: '10.0.0.0/8' })).toEqual([
    'unwise COPYDESK_WEBHOOK_PRIVATE_NETWORKS',
  ]);
  expect(adviceFor({ COPYDESK_PRIVATE_NETWORKS: '10.0.0.0/8' })).toEqual([]);
});

test.each([
  ['http://desk.example.com', ['wrong COPYDESK_URL']],
  ['http://93.184.215.14', ['wrong COPYDESK_URL']],
  ['http://[2001:db8::1]:4700', ['wrong COPYDESK_URL']],
  ['http://192.168.1.7:4700', []],
  ['http://[::1]:4700', []],
  ['http://desk.lan', []],
  ['http://desk', []],
])('http without TLS gets a warning only at a public address: %s', (address, advice) => {
  expect(adviceFor({ COPYDESK_URL: address })).toEqual(advice);
});

test.each<[string, Record<string, string>, Partial<Facts>, string]>([
  [
    'another host than people use',
    { COPYDESK_URL: url },
    { seen: { ...seen, isForwarded: false, host: 'docs.example.com' } },
    'unwise COPYDESK_URL',
  ],
  ['an address of this machine alone', { COPYDESK_HOST: '0.0.0.0' }, {}, 'unwise COPYDESK_URL'],
  [
    'https in front and http in COPYDESK_URL',
    { COPYDESK_URL: 'http://desk.lan' },
    { seen: { ...seen, host: 'desk.lan' } },
    'wrong COPYDESK_URL',
  ],
  [
    'a proxy that takes http too',
    { COPYDESK_URL: url, COPYDESK_TRUSTED_PROXIES: '10.0.0.1' },
    { seen: { ...seen, forwardedProtocol: 'http' } },
    'wrong https',
  ],
  ['a proxy that is not trusted', { COPYDESK_URL: url }, { seen }, 'wrong COPYDESK_TRUSTED_PROXIES'],
  ['nobody who is an owner', {}, { owners: 0 }, 'wrong People'],
  ['a model without a key', { COPYDESK_MODEL: 'anthropic/claude-sonnet-5-5' }, {}, 'wrong ANTHROPIC_API_KEY'],
])('%s', (_name, environment, facts, advice) => {
  expect(adviceFor(environment, facts)).toContain(advice);
});

test('a model gets no warning if each project brings its key, or the server has one', () => {
  const model = { COPYDESK_MODEL: 'anthropic/claude-sonnet-5-5' };
  expect(adviceFor(model, { projectsBringKeys: true })).toEqual([]);
  expect(adviceFor({ ...model, ANTHROPIC_API_KEY: 'a-key-of-a-test' })).toEqual([]);
});

test('a key file beside the data that it seals gets a warning', () => {
  const settings = readSettings({});
  const seenHere = { host: '127.0.0.1:4700', forwardedProtocol: undefined, isForwarded: false };
  const facts = {
    url: 'http://127.0.0.1:4700',
    seen: seenHere,
    gitVersion: '2.39.5',
    owners: 1,
    projectsBringKeys: false,
  };
  expect(adviceOn(settings, facts)).toMatchObject([{ setting: 'COPYDESK_SECRET_KEY', severity: 'unwise' }]);
});
