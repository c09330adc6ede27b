import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { privateNetworks } from '../../src/network/private-networks.ts';
import type { HostAccess } from '../../src/sitemap/get.ts';

type Answer = string | Buffer | ((request: IncomingMessage, response: ServerResponse) => void);

/** A real site on a loopback port, which answers by path; 404 for other paths. */
export interface TestSite extends AsyncDisposable {
  url: string;
  answers: Record<string, Answer>;
  /** The requested paths. */
  asked: string[];
}

export async function testSite(answers: Record<string, Answer> = {}): Promise<TestSite> {
  const server = http.createServer((request, response) => {
    const { url: path = '' } = request;
    site.asked.push(path);
    const answer = site.answers[path];
    if (typeof answer === 'function') answer(request, response);
    else if (answer === undefined) response.writeHead(404).end('Not found');
    else response.end(answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const site: TestSite = {
    url: `http://127.0.0.1:${port}`,
    answers,
    asked: [],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return site;
}

/** Loopback is the only allowed non-public network; each name resolves to this machine. */
export const loopback: HostAccess = {
  lookup: async () => [{ address: '127.0.0.1' }],
  allowed: privateNetworks(['127.0.0.0/8']),
};

export function redirectTo(location: string): Answer {
  return (_request, response) => void response.writeHead(302, { location }).end();
}

export const pages = (...addresses: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${addresses
    .map((address) => `<url><loc>${address}</loc><lastmod>2026-11-01</lastmod></url>`)
    .join('\n')}</urlset>`;

export const files = (...addresses: string[]): string =>
  `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${addresses
    .map((address) => `<sitemap><loc>${address}</loc></sitemap>`)
    .join('\n')}</sitemapindex>`;
