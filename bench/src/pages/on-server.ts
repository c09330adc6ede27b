import { Agent, request } from 'node:http';
import { median } from '../figures.ts';
import type { Row } from '../figures.ts';
import type { BenchPage } from './list.ts';

const warmups = 5;
const repeats = 31;

/** The largest page, compressed. */
const mostKilobytes = 60;

/** The median from the request to the last byte of a page, over one connection, and its size as br. */
export async function measureOnServer(url: string, { name, path, atMost }: BenchPage, cookie: string): Promise<Row[]> {
  using agent = keptOpen();
  const times: number[] = [];
  let bytes = 0;
  for (let repeat = 0; repeat < warmups + repeats; repeat += 1) {
    const begun = performance.now();
    bytes = await get(url + path, cookie, agent.agent);
    if (repeat >= warmups) times.push(performance.now() - begun);
  }
  return [
    { name, value: median(times), unit: 'ms', atMost },
    { name: '  size', value: bytes / 1_000, unit: 'KB', atMost: mostKilobytes },
  ];
}

function keptOpen(): Disposable & { agent: Agent } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return { agent, [Symbol.dispose]: () => agent.destroy() };
}

async function get(address: string, cookie: string, agent: Agent): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const headers = { cookie, accept: 'text/html', 'accept-encoding': 'br' };
  request(address, { agent, headers }, (reply) => {
    let bytes = 0;
    reply.on('data', (chunk: Buffer) => (bytes += chunk.length));
    reply.on('error', reject);
    reply.on('end', () => {
      if (reply.statusCode === 200) resolve(bytes);
      else reject(new Error(`${address} answered ${reply.statusCode ?? 'nothing'}`));
    });
  })
    .on('error', reject)
    .end();
  return await promise;
}
