import { expect, test } from 'vitest';
import { proxyFor } from '../../src/network/proxy.ts';

const proxies = { HTTPS_PROXY: 'http://proxy:3128', http_proxy: 'plain:80', HTTP_PROXY: 'http://other' };

test.each([
  ['https://docs.example/', proxies, 'http://proxy:3128'],
  ['http://docs.example/', proxies, 'http://plain:80'],
  ['https://docs.example/', { ALL_PROXY: 'socks5://all:1080' }, 'socks5://all:1080'],
  ['https://docs.example/', { HTTPS_PROXY: ' ' }, undefined],
  ['file:///srv/docs', proxies, undefined],
  ['https://localhost/', proxies, undefined],
  ['http://127.0.0.1:4700/', proxies, undefined],
  ['http://[::1]:4700/', proxies, undefined],
  ['https://docs.example/', { ...proxies, NO_PROXY: '*' }, undefined],
  ['https://docs.example/', { ...proxies, NO_PROXY: 'other.example, docs.example' }, undefined],
  ['https://api.docs.example/', { ...proxies, no_proxy: '.docs.example' }, undefined],
  ['https://api.docs.example/', { ...proxies, no_proxy: '*.DOCS.example' }, undefined],
  ['https://mydocs.example/', { ...proxies, no_proxy: 'docs.example' }, 'http://proxy:3128'],
  ['https://docs.example:8443/', { ...proxies, no_proxy: 'docs.example:443' }, 'http://proxy:3128'],
  ['https://docs.example/', { ...proxies, no_proxy: 'docs.example:443' }, undefined],
  ['https://[fd00::1]/', { ...proxies, no_proxy: 'fd00::1' }, undefined],
])('%s goes by %j as %s', (address, environment, expected) => {
  expect(proxyFor(new URL(address), environment)).toBe(expected);
});
