import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { checkAddresses, lookupOnly, type Lookup } from '../network/checked-address.ts';
import { Agent, get } from '../network/http-module.ts';
import type { PrivateNetworks } from '../network/private-networks.ts';
import { SitemapFailure } from './failure.ts';

/** Which hosts may be contacted, and how. */
export interface HostAccess {
  lookup: Lookup;
  /** Private networks that the operator allows. */
  allowed: PrivateNetworks;
  /** A certificate authority to trust in addition to those of Node. */
  ca?: string;
}

const maximumRedirects = 5;

/**
 * Gets a document as bytes, and unpacks it if it is gzipped. Every address of the host's name is checked, and only
 * checked ones are connected to. Redirects are followed only within the same origin, and each is checked again.
 *
 * @param limits - `bytes` is the maximum size, packed or unpacked; the signal aborts the request at any point.
 * @throws SitemapFailure, also while the bytes are read.
 */
export async function getDocument(
  url: URL,
  access: HostAccess,
  limits: { bytes: number; signal: AbortSignal },
): Promise<AsyncIterable<Buffer>> {
  let target = url;
  for (let redirects = 0; redirects <= maximumRedirects; redirects += 1) {
    const response = await request(target, access, limits.signal);
    const { statusCode: status = 0 } = response;
    if (status === 200) return bytesOf(response, limits);
    response.destroy();
    const { location } = response.headers;
    if (status < 300 || status > 399 || location === undefined) {
      throw new SitemapFailure(`${target.pathname} answered ${status}`, { status });
    }
    target = redirectTarget(target, location);
  }
  throw new SitemapFailure(`${url.pathname} redirects more than ${maximumRedirects} times`);
}

async function request(url: URL, { lookup, allowed, ca }: HostAccess, signal: AbortSignal): Promise<IncomingMessage> {
  const checked = await checkAddresses(url, { lookup, allowed }).catch((cause: unknown) => {
    throw new SitemapFailure('the host was not found', { cause });
  });
  if (checked.kind === 'refused') throw new SitemapFailure(refusals[checked.why]);
  const options = {
    // A connection of its own, without a proxy from the environment.
    agent: url.protocol === 'https:' ? new https.Agent({ ca }) : new Agent(),
    lookup: lookupOnly(checked.addresses),
    headers: { accept: 'application/xml, text/xml', 'accept-encoding': 'gzip', 'user-agent': 'Copydesk' },
    signal,
  };
  return await new Promise<IncomingMessage>((resolve, reject) => {
    const send = url.protocol === 'https:' ? https.get : get;
    send(url, options, resolve).on('error', (cause) => reject(connectionFailure(cause, signal)));
  });
}

const refusals = {
  none: 'the host has no address',
  private:
    'the host leads to an address that is not public; the operator can allow its network with ' +
    'COPYDESK_PRIVATE_NETWORKS',
  plain: 'http is only for allowed private networks; give the address with https',
};

function redirectTarget(from: URL, location: string): URL {
  const to = URL.parse(location, from.href);
  if (to?.origin === from.origin) return to;
  throw new SitemapFailure(`${from.pathname} redirects to another origin; give --site-url as readers see it`);
}

/**
 * Yields the bytes of a response, unpacked if they are gzipped. The first bytes decide that, because hosts serve `.gz`
 * with and without a header.
 */
async function* bytesOf(
  response: IncomingMessage,
  { bytes: maximumBytes, signal }: { bytes: number; signal: AbortSignal },
): AsyncGenerator<Buffer> {
  const chunks = limitBytes(response, maximumBytes);
  try {
    const first: Buffer[] = [];
    for (let bytes = 0; bytes < 2; bytes += first.at(-1)?.length ?? 0) {
      const { value, done } = await chunks.next();
      if (done === true) break;
      first.push(value);
    }
    const start = Buffer.concat(first);
    const whole = prependChunk(start, chunks);
    yield* start[0] === 0x1f && start[1] === 0x8b ? limitBytes(unzip(whole), maximumBytes) : whole;
  } catch (error) {
    throw error instanceof SitemapFailure ? error : connectionFailure(error, signal);
  } finally {
    response.destroy();
  }
}

async function* prependChunk(start: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield start;
  yield* rest;
}

/** Unpacks only as fast as the result is read: a gzip bomb ends at the limit, not in memory. */
async function* unzip(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  const piped = pipeline(Readable.from(packed), gunzip);
  // The loop throws the same errors.
  piped.catch(() => undefined);
  for await (const chunk of gunzip) yield Buffer.from(chunk);
}

async function* limitBytes(chunks: AsyncIterable<unknown>, maximumBytes: number): AsyncGenerator<Buffer, undefined> {
  let bytes = 0;
  for await (const chunk of chunks) {
    if (!Buffer.isBuffer(chunk)) continue;
    bytes += chunk.length;
    if (bytes > maximumBytes) throw new SitemapFailure(`a file is over ${Math.round(maximumBytes / 1e6)} MB`);
    yield chunk;
  }
}

function connectionFailure(cause: unknown, signal: AbortSignal): SitemapFailure {
  const message = signal.aborted ? 'it took too long' : 'the connection broke off, or what came is no gzip';
  return new SitemapFailure(message, { cause });
}
