import type { Asked } from '../../src/request/asked.ts';

/** Returns a request for `/guide` with only the given properties and headers. */
export function asked({
  headers = {},
  ...rest
}: Partial<Omit<Asked, 'header'>> & { headers?: Record<string, string> }): Asked {
  return {
    method: 'GET',
    protocol: 'http',
    host: 'docs.example.com',
    target: '/guide',
    address: '192.0.2.1',
    header: (name) => headers[name],
    ...rest,
  };
}
