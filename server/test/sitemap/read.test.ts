import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { privateNetworks } from '../../src/network/private-networks.ts';
import { readSitemap, sitemapLimits } from '../../src/sitemap/read.ts';
import { files, loopback, pages, redirectTo, testSite } from './site.ts';

const megabyte = 1024 * 1024;

test('paths of the site are read, and addresses of other hosts are ignored', async () => {
  await using site = await testSite();
  const secure = site.url.replace('http:', 'https:');
  site.answers = {
    '/docs/sitemap.xml': pages(
      `${site.url}/docs/a/`,
      `${secure}/docs/caf%C3%A9?x=1#y`,
      'https://elsewhere.example/b',
      'mailto:x',
    ),
  };
  expect(await readSitemap(`${site.url}/docs`, loopback)).toEqual({
    paths: ['/docs/a/', '/docs/caf%C3%A9'],
    whole: true,
  });
});

test('files of an index are read once each, gzipped or not, from the same site only', async () => {
  await using site = await testSite();
  const named = [
    'https://elsewhere.example/1.xml',
    `${site.url}/1.xml.gz`,
    `${site.url}/1.xml.gz`,
    `${site.url}/sitemap-index.xml`,
  ];
  site.answers = {
    '/sitemap-index.xml': files(...named),
    '/1.xml.gz': gzipSync(files(`${site.url}/2.xml`)),
    '/2.xml': pages(`${site.url}/a`),
  };
  expect(await readSitemap(site.url, loopback)).toEqual({ paths: ['/a'], whole: false });
  expect(site.asked).toEqual(['/sitemap.xml', '/sitemap-index.xml', '/1.xml.gz', '/2.xml']);
});

test('an unreadable file does not prevent the others, and the result is marked as incomplete', async () => {
  await using site = await testSite();
  site.answers = {
    '/sitemap.xml': files(`${site.url}/gone.xml`, `${site.url}/1.xml`),
    '/1.xml': pages(`${site.url}/a`),
  };
  expect(await readSitemap(site.url, loopback)).toEqual({ paths: ['/a'], whole: false });
});

test('files, levels and addresses are limited', async () => {
  await using site = await testSite();
  const many = Array.from({ length: 60 }, (_, number) => `${site.url}/${number}.xml`);
  site.answers = { '/sitemap.xml': files(...many) };
  for (const [number] of many.entries()) site.answers[`/${number}.xml`] = pages(`${site.url}/a${number}`);
  const { paths, whole } = await readSitemap(site.url, loopback);
  expect([paths.length, whole]).toEqual([49, false]);
  expect(site.asked).toHaveLength(50);
  const few = await readSitemap(site.url, loopback, { ...sitemapLimits, paths: 10 });
  expect([few.paths.length, few.whole]).toEqual([10, false]);

  site.answers = { '/sitemap.xml': files(`${site.url}/level1.xml`), '/level3.xml': files(`${site.url}/level4.xml`) };
  for (const level of [1, 2]) site.answers[`/level${level}.xml`] = files(`${site.url}/level${level + 1}.xml`);
  site.answers['/level4.xml'] = pages(`${site.url}/a`);
  await expect(readSitemap(site.url, loopback)).rejects.toThrow('names no address');
});

test('redirects are followed only within the origin', async () => {
  await using site = await testSite();
  await using other = await testSite({ '/sitemap.xml': pages('http://127.0.0.1/a') });
  site.answers = { '/sitemap.xml': redirectTo('/moved.xml'), '/moved.xml': pages(`${site.url}/a`) };
  expect(await readSitemap(site.url, loopback)).toMatchObject({ paths: ['/a'] });
  for (const target of [`${other.url}/sitemap.xml`, site.url.replace('127.0.0.1', 'localhost'), 'file:///etc/passwd']) {
    site.answers['/sitemap.xml'] = redirectTo(target);
    await expect(readSitemap(site.url, loopback)).rejects.toThrow('/sitemap.xml redirects to another origin');
  }
  expect(other.asked).toEqual([]);
  site.answers['/sitemap.xml'] = redirectTo('/sitemap.xml');
  await expect(readSitemap(site.url, loopback)).rejects.toThrow('more than 5 times');
});

test('an address that is not public gets no request, unless the operator allows it', async () => {
  await using site = await testSite({ '/sitemap.xml': pages('http://127.0.0.1/a') });
  const nobody = { ...loopback, allowed: privateNetworks([]) };
  const notPublic = /not public; the operator can allow its network with COPYDESK_PRIVATE_NETWORKS/;
  await expect(readSitemap(site.url, nobody)).rejects.toThrow(notPublic);
  await expect(readSitemap(site.url.replace('127.0.0.1', 'docs.example'), nobody)).rejects.toThrow(notPublic);
  for (const address of ['10.0.0.1', '169.254.169.254', '::1', '::ffff:127.0.0.1']) {
    const two = async () => [{ address: '8.8.8.8' }, { address }];
    await expect(readSitemap('https://docs.example', { ...nobody, lookup: two })).rejects.toThrow(notPublic);
  }
  const open = { ...nobody, lookup: async () => [{ address: '8.8.8.8' }] };
  await expect(readSitemap('http://docs.example', open)).rejects.toThrow('give the address with https');
  expect(site.asked).toEqual([]);
});

test('a compression bomb and an endless file end at the limit', async () => {
  await using site = await testSite();
  const limits = { ...sitemapLimits, fileBytes: 2 * megabyte };
  site.answers['/sitemap.xml'] = gzipSync(`${pages()}${' '.repeat(64 * megabyte)}`);
  await expect(readSitemap(site.url, loopback, limits)).rejects.toThrow('a file is over 2 MB');
  let sent = 0;
  site.answers['/sitemap.xml'] = (_request, response) => {
    const more = (): void => {
      for (let goesOn = true; goesOn && !response.destroyed; sent += 1)
        goesOn = response.write(' '.repeat(megabyte / 4));
    };
    response.on('drain', more);
    response.write('<urlset>');
    more();
  };
  await expect(readSitemap(site.url, loopback, limits)).rejects.toThrow('a file is over 2 MB');
  expect(sent).toBeLessThan(64);
  site.answers['/sitemap.xml'] = Buffer.concat([gzipSync(pages('http://127.0.0.1/a')).subarray(0, 40)]);
  await expect(readSitemap(site.url, loopback, limits)).rejects.toThrow('broke off');
});

test('a host that sends very slowly is given up', async () => {
  await using site = await testSite();
  const closed: Promise<unknown>[] = [];
  site.answers['/sitemap.xml'] = (_request, response) => {
    const timer = setInterval(() => response.write(' '), 5);
    closed.push(once(response, 'close').finally(() => clearInterval(timer)));
    response.write('<urlset>');
  };
  const limits = { ...sitemapLimits, milliseconds: 100 };
  await expect(readSitemap(site.url, loopback, limits)).rejects.toThrow('it took too long');
  await Promise.all(closed);
  site.answers['/sitemap.xml'] = () => {};
  await expect(readSitemap(site.url, loopback, limits)).rejects.toThrow('it took too long');
});

test('an error of the host is reported', async () => {
  await using site = await testSite();
  await expect(readSitemap(site.url, loopback)).rejects.toThrow('/sitemap.xml answered 404');
  site.answers['/sitemap.xml'] = (_request, response) => void response.writeHead(503).end();
  await expect(readSitemap(site.url, loopback)).rejects.toThrow('/sitemap.xml answered 503');
  expect(site.asked).toEqual(['/sitemap.xml', '/sitemap-index.xml', '/sitemap.xml']);
  await expect(
    readSitemap(site.url.replace('127.0.0.1', 'docs.example'), { ...loopback, lookup: findNothing }),
  ).rejects.toThrow('the host was not found');
});

async function findNothing(): Promise<never> {
  throw new Error('ENOTFOUND');
}
