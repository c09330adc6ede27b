import { Agent, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { median } from '../support/figures.ts';
import type { Row } from '../support/figures.ts';
import type { BenchPage } from './list.ts';

const warmups = 5;
const repeats = 31;

/** The largest page, compressed. */
const mostKilobytes = 60;

/** Measures the median from the request to the last byte of a page, over one connection, and its size with Brotli. */
export async function measureOnServer(url: string, { name, path, atMost }: BenchPage, cookie: string): Promise<Row[]> {
  using agent = keptOpen();
  const times: number[] = [];
  let bytes = 0;
  while (times.length < warmups + repeats) {
    const begun = performance.now();
    const reply = await get(url + path, cookie, agent.agent);
    if (reply.waitSeconds === undefined) times.push(performance.now() - begun);
    else await setTimeout(reply.waitSeconds * 1_000);
    bytes = reply.bytes;
  }
  return [
    { name, value: median(times.slice(warmups)), unit: 'ms', atMost },
    { name: '  size', value: bytes / 1_000, unit: 'KB', atMost: mostKilobytes },
  ];
}

function keptOpen(): Disposable & { agent: Agent } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return { agent, [Symbol.dispose]: () => agent.destroy() };
}

interface Answer {
  bytes: number;
  /** How long to wait after opening more pages than a person does. */
  waitSeconds: number | undefined;
}

async function get(address: string, cookie: string, agent: Agent): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const headers = { cookie, accept: 'text/html', 'accept-encoding': 'br' };
  request(address, { agent, headers }, (reply) => {
    let bytes = 0;
    reply.on('data', (chunk: Buffer) => (bytes += chunk.length));
    reply.on('error', reject);
    reply.on('end', () => {
      const waitSeconds = reply.statusCode === 429 ? Number(reply.headers['retry-after'] ?? 1) : undefined;
      if (reply.statusCode === 200 || waitSeconds !== undefined) resolve({ bytes, waitSeconds });
      else reject(new Error(`${address} answered ${reply.statusCode ?? 'nothing'}`));
    });
  })
    .on('error', reject)
    .end();
  return await promise;
}
