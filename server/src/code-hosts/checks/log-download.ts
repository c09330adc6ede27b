import { lookup } from 'node:dns/promises';
import https from 'node:https';
import type { IncomingMessage } from 'node:http';
import { checkAddresses, lookupOnly, type CheckedAddress } from '../../network/checked-address.ts';
import { privateNetworks } from '../../network/private-networks.ts';
import type { HostAccess } from '../access.ts';
import { tailOf, textOf } from './tail.ts';
import type { Tail } from './tail.ts';

type From = Pick<HostAccess, 'apiUrl' | 'timeoutMilliseconds'>;

/**
 * Downloads the end of a log from the address to which a host's API redirects, at the host or elsewhere. That address
 * alone grants access, so the credential is not sent. At most two requests are sent, and redirects are not followed.
 *
 * @returns undefined when the address may not be requested, or does not return a log.
 */
export async function downloadTail(location: string, from: From, bytes: number): Promise<Tail | undefined> {
  const url = URL.parse(location, from.apiUrl);
  const ask = url === null ? undefined : await wayTo(url, from);
  if (ask === undefined) return undefined;
  try {
    const end = await ask({ range: `bytes=-${bytes}` });
    // Azure, where GitHub keeps its logs, supports no range that counts from the end.
    if (end.status !== 400 && end.status !== 416) return await readTail(end, bytes);
    await end.leave();
    return await readTail(await ask({}), bytes);
  } catch {
    // A turn without the log is better than none.
    return undefined;
  }
}

interface Answer {
  status: number | undefined;
  contentRange: string | undefined;
  body: AsyncIterable<Uint8Array>;
  /** Stops reading the body. */
  leave: () => unknown;
}

type Ask = (headers: Record<string, string>) => Promise<Answer>;

/**
 * Returns how to request the address; undefined when it may not be requested. A self-hosted code host may be in a
 * private network and keep its logs itself: a name that is requested anyway may also be requested for logs, by the
 * `fetch` that is restricted to what the operator allows. Any other host must be public, and reached by https.
 */
async function wayTo(url: URL, { apiUrl, timeoutMilliseconds }: From): Promise<Ask | undefined> {
  if (url.username !== '' || url.password !== '') return undefined;
  const signal = AbortSignal.timeout(timeoutMilliseconds);
  const own = new URL(apiUrl);
  if (url.hostname === own.hostname && url.protocol === own.protocol) return (headers) => askOwn(url, headers, signal);
  if (url.protocol !== 'https:') return undefined;
  const allowed = privateNetworks([]);
  const checked = await checkAddresses(url, { lookup: addressesOf, allowed }).catch(() => undefined);
  if (checked?.kind !== 'allowed') return undefined;
  return (headers) => askPublic(url, checked.addresses, headers, signal);
}

async function addressesOf(host: string): Promise<{ address: string }[]> {
  return await lookup(host, { all: true });
}

const fixedHeaders = { 'accept-encoding': 'identity', 'user-agent': 'copydesk' };

async function askOwn(url: URL, more: Record<string, string>, signal: AbortSignal): Promise<Answer> {
  const { status, headers, body } = await fetch(url, {
    headers: { ...fixedHeaders, ...more },
    redirect: 'manual',
    signal,
  });
  return {
    status,
    contentRange: headers.get('content-range') ?? undefined,
    body: body ?? new ReadableStream(),
    leave: () => body?.cancel(),
  };
}

async function askPublic(
  url: URL,
  addresses: CheckedAddress[],
  more: Record<string, string>,
  signal: AbortSignal,
): Promise<Answer> {
  // A separate connection, to the addresses that were checked.
  const options = {
    agent: new https.Agent(),
    lookup: lookupOnly(addresses),
    headers: { ...fixedHeaders, ...more },
    signal,
  };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    https.get(url, options, resolve).on('error', reject);
  });
  return {
    status: answer.statusCode,
    contentRange: answer.headers['content-range'],
    body: answer,
    leave: () => answer.destroy(),
  };
}

async function readTail({ status, contentRange, body, leave }: Answer, bytes: number): Promise<Tail | undefined> {
  try {
    if (status === 200) return await tailOf(body, bytes);
    if (status !== 206) return undefined;
    const { text } = await tailOf(body, bytes);
    return textOf(Buffer.from(text), contentRange?.startsWith('bytes 0-') !== true);
  } finally {
    await leave();
  }
}
