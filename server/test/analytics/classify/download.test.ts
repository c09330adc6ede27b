import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import type { RequestListener } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { download } from '../../../src/analytics/classify/download.ts';
import { bundledRanges, openRanges, renewedRangesPath } from '../../../src/analytics/classify/networks/file.ts';
import { refreshRanges } from '../../../src/analytics/classify/networks/refresh.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { certificate, key } from '../../support/tls.ts';

const lookup: LookupFunction = (_host, options, callback) =>
  options.all === true ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4);
const limits = { maximumBytes: 10_000, timeoutMilliseconds: 1_000, connection: { lookup, ca: certificate } };

let answer: RequestListener = (_request, response) => response.end();
const server = https.createServer({ key, cert: certificate }, (request, response) => answer(request, response));
let base: string;

/** Downloads the file with that name from this server, whatever host the URL names. */
const fromServer = async (url: URL): Promise<string> => await download(new URL(url.pathname, base), limits);

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `https://files.example:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

describe('download', () => {
  test('answers the text', async () => {
    answer = (_request, response) => response.end('äöü');
    expect(await download(new URL(base), limits)).toBe('äöü');
  });

  test('follows no redirect', async () => {
    answer = (_request, response) => response.writeHead(302, { location: 'https://elsewhere.example/' }).end();
    await expect(download(new URL(base), limits)).rejects.toThrow('answered 302');
  });

  test('aborts a download that is too long or too slow', async () => {
    answer = (_request, response) => response.end('x'.repeat(20_000));
    await expect(download(new URL(base), limits)).rejects.toThrow('over 10000 bytes');
    answer = (_request, response) => void response.write('x');
    await expect(download(new URL(base), { ...limits, timeoutMilliseconds: 200 })).rejects.toThrow(/abort|timeout/i);
    server.closeAllConnections();
  });

  test('requests only public addresses over https', async () => {
    const open = { maximumBytes: 10, timeoutMilliseconds: 1_000 };
    await expect(download(new URL('https://localhost/'), open)).rejects.toThrow('not public');
    await expect(download(new URL('https://127.0.0.1/'), open)).rejects.toThrow('a name is needed');
    await expect(download(new URL('https://[::1]/'), open)).rejects.toThrow('a name is needed');
    await expect(download(new URL('http://files.example/'), open)).rejects.toThrow('is not an https address');
  });
});

describe('renewing address ranges', () => {
  const now = new Date('2027-01-31T10:00:00Z');

  test('stores the published ranges and keeps the others', async () => {
    await using folder = await temporaryFolder();
    answer = (request, response) => {
      if (request.url === '/gptbot.json') {
        return response.end(
          JSON.stringify({ prefixes: [{ ipv4Prefix: '203.0.113.0/24' }, { ipv6Prefix: '2001:db8::/48' }] }),
        );
      }
      if (request.url === '/searchbot.json') return response.end('<html>');
      if (request.url === '/ccbot.json')
        return response.end(JSON.stringify({ prefixes: [{ ipv4Prefix: 'nonsense' }] }));
      return response.writeHead(500).end();
    };
    const networks = await refreshRanges({ dataDirectory: folder.path, download: fromServer, now });
    expect(networks).toContainEqual(
      expect.objectContaining({ id: 'openai-gptbot', prefixes: 2, added: 2, failure: null }),
    );
    expect(networks.filter(({ failure }) => failure === null)).toHaveLength(1);
    expect(networks.find(({ id }) => id === 'commoncrawl-ccbot')?.failure).toContain('"nonsense" is no block');

    const ranges = openRanges(folder.path);
    expect(ranges.networksOf('203.0.113.7')).toEqual(['openai-gptbot']);
    expect(ranges.networksOf('20.171.206.9')).toEqual([]);
    expect(ranges.networksOf('216.73.216.9')).toEqual(['anthropic-bots']);
    expect(readFileSync(renewedRangesPath(folder.path), 'utf8')).toContain('"date": "2027-01-31"');
    expect(existsSync(`${renewedRangesPath(folder.path)}.new`)).toBe(false);
  });

  test('reads lists that are embedded in pages, and lists that have no bundled ranges', async () => {
    await using folder = await temporaryFolder();
    const list = JSON.stringify({
      creationTime: '2027-01-30T00:00:00Z',
      prefixes: [{ ip_prefix: '203.0.113.7' }, { ip_prefix: '203.0.113.8/32' }],
    });
    answer = (request, response) => {
      if (request.url === '/amazonbot/ip-addresses/') return response.end(`<html><pre>${list}</pre>{"prefixes": []}`);
      if (request.url === '/amazonbot/live-ip-addresses/') return response.end('<html>{"creationTime": "", "pre');
      if (!request.url?.endsWith('/user-triggered-agents.json')) return response.writeHead(404).end();
      return response.end(JSON.stringify({ prefixes: [{ ipv4Prefix: '203.0.113.64/26' }] }));
    };
    const networks = await refreshRanges({ dataDirectory: folder.path, download: fromServer, now });
    expect(networks.filter(({ failure }) => failure === null)).toEqual([
      expect.objectContaining({ id: 'google-user-triggered-agents', prefixes: 1, added: 1 }),
      expect.objectContaining({ id: 'amazon-amazonbot', prefixes: 2, added: 2 }),
    ]);
    expect(networks.find(({ id }) => id === 'amazon-user')?.failure).toBe('The page has no list of addresses.');
    expect(networks.map(({ id }) => id)).not.toContain('anthropic-outbound');
    expect(openRanges(folder.path).networksOf('203.0.113.8')).toEqual(['amazon-amazonbot']);
    expect(openRanges(folder.path).has('amazon-user')).toBe(false);
  });

  test('the newer of the bundled and the renewed ranges apply, and an unreadable file is ignored', async () => {
    await using folder = await temporaryFolder();
    const old = bundledRanges().networks.map((network) => ({
      ...network,
      date: '2001-01-01',
      prefixes: ['203.0.113.0/24'],
    }));
    writeFileSync(renewedRangesPath(folder.path), JSON.stringify({ networks: old }));
    expect(openRanges(folder.path).networksOf('20.171.206.9')).toEqual(['openai-gptbot']);
    writeFileSync(renewedRangesPath(folder.path), '{ "networks": [');
    expect(openRanges(folder.path).networksOf('20.171.206.9')).toEqual(['openai-gptbot']);
  });
});
