import { expect, test } from 'vitest';
import { readOptions, type TrackerOptions } from '../src/options.ts';

const options: TrackerOptions = { url: 'https://desk.example.com', projectId: 'prj_abc', key: 'desk_Abc123' };

test.each([
  ['https://desk.example.com', 'https://desk.example.com/v1/collect/prj_abc'],
  ['https://desk.example.com/', 'https://desk.example.com/v1/collect/prj_abc'],
  ['http://10.0.0.1:4400/desk/', 'http://10.0.0.1:4400/desk/v1/collect/prj_abc'],
])('with the address %s, views are sent to %s', (url, endpoint) => {
  expect(readOptions({ ...options, url }).endpoint).toBe(endpoint);
});

test.each([
  [false, 0],
  [true, 1],
  [2, 2],
])('trustProxy %s is %s proxies', (trustProxy, proxies) => {
  expect(readOptions({ ...options, trustProxy }).proxies).toBe(proxies);
});

test.each<[string, Record<string, unknown>]>([
  ['url', { url: undefined }],
  ['url', { url: 'desk.example.com' }],
  ['url', { url: 'ftp://desk.example.com' }],
  ['url', { url: 'https://user@desk.example.com' }],
  ['url', { url: 'https://desk.example.com?key=1' }],
  ['projectId', { projectId: undefined }],
  ['projectId', { projectId: '../x' }],
  ['key', { key: undefined }],
  ['key', { key: 'secret' }],
  ['include', { include: 'docs' }],
  ['exclude', { exclude: ['docs'] }],
  ['trustProxy', { trustProxy: 1.5 }],
  ['trustProxy', { trustProxy: 'yes' }],
])('the option %s is refused as %j', (name, wrong) => {
  expect(() => readOptions({ ...options, ...wrong })).toThrow(
    `Copydesk tracker: the option "${name}" is missing or not valid`,
  );
});

test('the error for a key does not contain it', () => {
  expect(() => readOptions({ ...options, key: 'hunter2' })).toThrow(expect.not.stringContaining('hunter2'));
});
