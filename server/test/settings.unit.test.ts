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

test('nothing needs to be set', () => {
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

test('quotas and the months of single views are whole numbers, and have defaults', () => {
  const { quotas, views } = readSettings({});
  expect(quotas).toEqual({ createPerHour: 100, messagePerHour: 100, analyticsPerHour: 1_000 });
  expect(views.retentionMonths).toBe(25);
  const set = readSettings({ COPYDESK_QUOTA_ANALYTICS: '0', COPYDESK_VIEWS_RETENTION_MONTHS: '1' });
  expect([set.quotas.analyticsPerHour, set.views.retentionMonths]).toEqual([0, 1]);
  const bad = { COPYDESK_QUOTA_ANALYTICS: '-1', COPYDESK_VIEWS_RETENTION_MONTHS: '0' };
  expect(refusal(bad).errors.map(({ parameter }) => parameter)).toEqual(Object.keys(bad));
});

test('how many views a minute an address may send is a whole number, and may be none', () => {
  expect(readSettings({}).views.collectPerMinute).toBe(600);
  expect(readSettings({ COPYDESK_COLLECT_RATE: '0' }).views.collectPerMinute).toBe(0);
  expect(refusal({ COPYDESK_COLLECT_RATE: '1.5' }).errors.map(({ parameter }) => parameter)).toEqual([
    'COPYDESK_COLLECT_RATE',
  ]);
});
