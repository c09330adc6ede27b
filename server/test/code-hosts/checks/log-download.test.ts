import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { downloadTail } from '../../../src/code-hosts/checks/log-download.ts';

let server: Server;
let origin: string;
let asked: IncomingMessage[];
let answer: (request: IncomingMessage, response: ServerResponse) => void;

beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => {
    server.close(resolve);
  });
});

const log = Array.from({ length: 1000 }, (_, index) => `line ${index}\n`).join('');

async function download(location = `${origin}/log?sig=1`, bytes = 20) {
  return await downloadTail(location, { apiUrl: 'http://127.0.0.1:1/api', timeoutMilliseconds: 10_000 }, bytes);
}

test('only the end of the log is requested, without credentials', async () => {
  answer = (_, response) => {
    response.writeHead(206, { 'content-range': `bytes ${log.length - 20}-${log.length - 1}/${log.length}` });
    response.end(log.slice(-20));
  };
  expect(await download()).toEqual({ text: 'line 998\nline 999\n', isCut: true });
  expect(asked.map(({ url, headers }) => [url, headers.range, headers.authorization])).toEqual([
    ['/log?sig=1', 'bytes=-20', undefined],
  ]);
});

test('if ranges are not supported, the whole log is read and its end kept', async () => {
  answer = (_, response) => void response.writeHead(200).end(log);
  expect(await download()).toEqual({ text: 'line 998\nline 999\n', isCut: true });
});

test.each([400, 416])('if a range is refused with %d, the log is requested without one', async (status) => {
  answer = ({ headers }, response) => {
    if (headers.range === undefined) response.writeHead(200).end('short');
    else response.writeHead(status).end();
  };
  expect(await download()).toEqual({ text: 'short', isCut: false });
  expect(asked).toHaveLength(2);
});

test('only the end of a log of 50 MB is kept', async () => {
  answer = (_, response) => {
    const part = Buffer.alloc(1024 * 1024, 'x');
    let left = 50;
    const more = (): void => {
      while (left > 0) {
        left -= 1;
        if (!response.write(part)) return void response.once('drain', more);
      }
      response.end('\nthe end\n');
    };
    more();
  };
  expect(await download(undefined, 1000)).toEqual({ text: 'the end\n', isCut: true });
});

test.each([301, 302, 307, 403, 404, 500])(
  'an answer of %d is not a log, and redirects are not followed',
  async (status) => {
    answer = (_, response) => void response.writeHead(status, { location: `${origin}/other` }).end('no log');
    expect(await download()).toBeUndefined();
    expect(asked).toHaveLength(1);
  },
);

test('a broken connection gives no log', async () => {
  answer = (_, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half', () => response.destroy());
  };
  expect(await download()).toBeUndefined();
});

test.each([
  ['another host without encryption', () => origin.replace('127.0.0.1', 'localhost')],
  ['a private address', () => 'https://10.0.0.1/log'],
  ['the address of a cloud machine', () => 'https://169.254.169.254/latest/meta-data'],
  ['a private address in other words', () => 'https://0x7f.1/log'],
  ['a name that leads to this machine', () => 'https://localhost/log'],
  ['a name and password', () => origin.replace('http://', 'http://user:secret@')],
  ['another scheme', () => 'file:///etc/passwd'],
  ['no address', () => 'http://['],
])('%s is not requested', async (_, location) => {
  answer = (_request, response) => void response.end('no log');
  expect(await download(location())).toBeUndefined();
  expect(asked).toEqual([]);
});
