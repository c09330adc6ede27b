import { CopydeskError } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { readSettings } from '../src/settings.ts';

function refusal(environment: Record<string, string>): CopydeskError {
  try {
    readSettings(environment);
  } catch (error) {
    if (error instanceof CopydeskError) return error;
  }
  throw new Error('The settings were taken.');
}

test('no setting is required', () => {
  expect(readSettings({})).toMatchObject({ host: '127.0.0.1', port: 4700, model: 'builtin/copyeditor' });
  expect(readSettings({}).dataDirectory).toMatch(/^\/.*\.copydesk$/);
});

test('every wrong setting is named at once, and no value is repeated', () => {
  const error = refusal({ COPYDESK_PORT: '70000', DATABASE_URL: 'mysql://u:secret@h/x', COPYDESK_URL: 'docs.example' });
  expect(error.code).toBe('settings_invalid');
  expect(error.errors.map(({ parameter }) => parameter)).toEqual(['COPYDESK_PORT', 'COPYDESK_URL', 'DATABASE_URL']);
  expect(error.message.split('\n').slice(1)).toEqual(error.errors.map((one) => `  ${one.parameter} ${one.detail}`));
  expect(error.message).not.toContain('secret');
});

test.each([
  'postgres://h/x',
  'postgresql://user:pass%2Fword@h:5433/x?sslmode=require',
  'postgres://user@/x?host=%2Frun%2Fpostgresql&port=5432',
])('%s is an address of a database', (url) => {
  expect(readSettings({ DATABASE_URL: url }).databaseUrl).toBe(url);
});

test('a base address loses its last slash, and may have a path', () => {
  expect(readSettings({ COPYDESK_URL: 'https://example.com/desk/' }).url).toBe('https://example.com/desk');
  for (const url of ['ftp://example.com', 'https://u@example.com', 'https://example.com/?a', '//example.com']) {
    expect(refusal({ COPYDESK_URL: url }).errors).toHaveLength(1);
  }
});

test('proxies are trusted by address or block', () => {
  const list = ' 10.0.0.0/8, ::1,';
  expect(readSettings({ COPYDESK_TRUSTED_PROXIES: list }).trustedProxies).toEqual(['10.0.0.0/8', '::1']);
  for (const bad of ['proxy.local', '10.0.0.0/99', '10.0.0.1;10.0.0.2']) {
    expect(refusal({ COPYDESK_TRUSTED_PROXIES: bad }).errors).toMatchObject([
      { parameter: 'COPYDESK_TRUSTED_PROXIES' },
    ]);
  }
});

test('each kind of request has a limit for requests in progress', () => {
  expect(readSettings({}).rooms).toEqual({
    apiRequests: 500,
    pageRequests: 500,
    collectRequests: 5_000,
    webhookRequests: 200,
    connections: 10_000,
  });
  expect(readSettings({ COPYDESK_ROOM_API: '40' }).rooms.apiRequests).toBe(40);
  const bad = { COPYDESK_ROOM_PAGES: '0', COPYDESK_ROOM_COLLECT: 'many', COPYDESK_CONNECTIONS: '9' };
  expect(refusal(bad).errors.map(({ parameter }) => parameter)).toEqual(Object.keys(bad));
});

test('quotas and the months of single views are whole numbers, and have defaults', () => {
  const { quotas, views } = readSettings({});
  expect(quotas).toEqual({ createPerHour: 100, messagePerHour: 100, analyticsPerHour: 1_000 });
  expect(views.retentionMonths).toBe(25);
  const set = readSettings({ COPYDESK_QUOTA_ANALYTICS: '0', COPYDESK_VIEWS_RETENTION_MONTHS: '1' });
  expect([set.quotas.analyticsPerHour, set.views.retentionMonths]).toEqual([0, 1]);
  const bad = { COPYDESK_QUOTA_ANALYTICS: '-1', COPYDESK_VIEWS_RETENTION_MONTHS: '0' };
  expect(refusal(bad).errors.map(({ parameter }) => parameter)).toEqual(Object.keys(bad));
});

test('the slices that a project gets by itself are auto, a number, or off', () => {
  const most = ['auto', 'off', '1', '64'].map((text) => readSettings({ COPYDESK_VIEWS_SLICES: text }).views.mostSlices);
  expect(readSettings({}).views.mostSlices).toBe('auto');
  expect(most).toEqual(['auto', 1, 1, 64]);
  for (const bad of ['0', '65', 'on', '-2', '1.5', '']) {
    expect(refusal({ COPYDESK_VIEWS_SLICES: bad }).errors).toMatchObject([
      { parameter: 'COPYDESK_VIEWS_SLICES', detail: 'must be auto, off or a number of slices from 1 to 64' },
    ]);
  }
});

test('the views that an address may send per minute are a whole number, and can be 0', () => {
  expect(readSettings({}).views.collectPerMinute).toBe(600);
  expect(readSettings({ COPYDESK_COLLECT_RATE: '0' }).views.collectPerMinute).toBe(0);
  expect(refusal({ COPYDESK_COLLECT_RATE: '1.5' }).errors.map(({ parameter }) => parameter)).toEqual([
    'COPYDESK_COLLECT_RATE',
  ]);
});

test('the program of a style check is an absolute path, and absent by default', () => {
  expect(readSettings({}).vale).toBeUndefined();
  expect(readSettings({ COPYDESK_VALE: '/usr/local/bin/vale' }).vale).toBe('/usr/local/bin/vale');
  expect(refusal({ COPYDESK_VALE: 'vale' }).errors).toMatchObject([{ parameter: 'COPYDESK_VALE' }]);
});

test('jobs have budgets and patience, and a budget can be none', () => {
  const { budget, patienceMinutes, modelPrices } = readSettings({});
  expect(budget).toEqual({ steps: 200, tokens: 5_000_000, usd: null, minutes: 120 });
  expect({ patienceMinutes, prices: modelPrices.size }).toEqual({ patienceMinutes: 60, prices: 0 });
  const set = readSettings({
    COPYDESK_BUDGET_STEPS: '10',
    COPYDESK_BUDGET_TOKENS: 'none',
    COPYDESK_BUDGET_USD: '2.50',
    COPYDESK_BUDGET_MINUTES: 'none',
    COPYDESK_PATIENCE_MINUTES: '0',
  });
  expect(set.budget).toEqual({ steps: 10, tokens: null, usd: 2.5, minutes: null });
  expect(set.patienceMinutes).toBe(0);
  const bad = {
    COPYDESK_PATIENCE_MINUTES: '1h',
    COPYDESK_BUDGET_STEPS: '0',
    COPYDESK_BUDGET_TOKENS: '1e6',
    COPYDESK_BUDGET_USD: '0.00',
    COPYDESK_BUDGET_MINUTES: '-5',
  };
  expect(refusal(bad).errors.map(({ parameter }) => parameter)).toEqual(Object.keys(bad));
});

test('models have prices by name', () => {
  const prices = 'acme/large=3/15, acme/small:v2=0.25/1.5, acme/cached=3/15/0.3/3.75';
  expect([...readSettings({ COPYDESK_MODEL_PRICES: prices }).modelPrices]).toEqual([
    ['acme/large', { input: 3, output: 15 }],
    ['acme/small:v2', { input: 0.25, output: 1.5 }],
    ['acme/cached', { input: 3, output: 15, cachedInput: 0.3, cacheWrite: 3.75 }],
  ]);
  for (const bad of [
    'large=3/15',
    'acme/large=3',
    'acme/large=-1/2',
    'acme/large=3/15;acme/small=1/2',
    'acme/large=3/15/0.3',
  ]) {
    expect(refusal({ COPYDESK_MODEL_PRICES: bad }).errors).toMatchObject([{ parameter: 'COPYDESK_MODEL_PRICES' }]);
  }
});

test('the secret key is 32 bytes in base64, and an invalid one is not repeated in the error', () => {
  const text = Buffer.alloc(32, 5).toString('base64');
  expect(readSettings({ COPYDESK_SECRET_KEY: text }).secretKey?.toString('base64')).toBe(text);
  expect(readSettings({}).secretKey).toBeUndefined();
  for (const bad of ['', 'not-a-key-but-secret', Buffer.alloc(16).toString('base64'), 'ab'.repeat(32)]) {
    const error = refusal({ COPYDESK_SECRET_KEY: bad });
    expect(error.errors).toMatchObject([{ parameter: 'COPYDESK_SECRET_KEY' }]);
    expect(error.message).toContain('openssl rand -base64 32');
    expect(error.message).not.toContain('not-a-key');
  }
});

test('private networks are addresses or blocks, and there are none unless given', () => {
  expect(readSettings({})).toMatchObject({ privateNetworks: [], formerNames: [] });
  const list = '10.0.0.0/8, fd00::/8';
  const set = readSettings({ COPYDESK_PRIVATE_NETWORKS: list });
  expect(set).toMatchObject({ privateNetworks: ['10.0.0.0/8', 'fd00::/8'], formerNames: [] });
  expect(refusal({ COPYDESK_PRIVATE_NETWORKS: 'hooks.internal' }).errors).toHaveLength(1);
});

test('private networks can be set by their former name, and the new name takes precedence', () => {
  const formerNames = [{ name: 'COPYDESK_WEBHOOK_PRIVATE_NETWORKS', now: 'COPYDESK_PRIVATE_NETWORKS' }];
  const former = { COPYDESK_WEBHOOK_PRIVATE_NETWORKS: '10.0.0.0/8' };
  expect(readSettings(former)).toMatchObject({ privateNetworks: ['10.0.0.0/8'], formerNames });
  const both = { ...former, COPYDESK_PRIVATE_NETWORKS: 'fd00::/8' };
  expect(readSettings(both)).toMatchObject({ privateNetworks: ['fd00::/8'], formerNames });
});

test('the database settings have defaults and limits', () => {
  const seconds = { connectSeconds: 10, statementSeconds: 30 };
  const usual = { directUrl: undefined, ...seconds, connections: 20, workerConnections: 10 };
  expect(readSettings({}).database).toEqual(usual);
  const environment = { DATABASE_DIRECT_URL: 'postgres://u@h/x', COPYDESK_DATABASE_CONNECTIONS: '5' };
  expect(readSettings(environment).database).toEqual({ ...usual, directUrl: 'postgres://u@h/x', connections: 5 });
  const wrong = {
    COPYDESK_DATABASE_STATEMENT_SECONDS: '0',
    COPYDESK_DATABASE_CONNECTIONS: '1',
    DATABASE_DIRECT_URL: 'x',
  };
  expect(refusal(wrong).errors.map(({ parameter }) => parameter)).toEqual([
    'DATABASE_DIRECT_URL',
    'COPYDESK_DATABASE_STATEMENT_SECONDS',
    'COPYDESK_DATABASE_CONNECTIONS',
  ]);
});
