import { lookup } from 'node:dns/promises';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { checkAddresses, only } from '../../network/checked-address.ts';
import { privateNetworks } from '../../network/private-networks.ts';
import type { HostAccess } from '../access.ts';
import { tailOf, textOf } from './tail.ts';
import type { Tail } from './tail.ts';

type From = Pick<HostAccess, 'apiUrl' | 'timeoutMilliseconds'>;

/**
 * The end of a log that a host keeps at an address of its own or of somebody else, to which its API redirects. The address
 * alone lets in, so the credential stays here. It is asked twice at the most, and redirects lead nowhere.
 *
 * @returns undefined where the address may not be asked, or does not answer with a log.
 */
export async function downloadTail(location: string, from: From, bytes: number): Promise<Tail | undefined> {
  const url = URL.parse(location, from.apiUrl);
  const reach = url === null ? undefined : await reachOf(url, from);
  if (url === null || reach === undefined) return undefined;
  const signal = AbortSignal.timeout(from.timeoutMilliseconds);
  try {
    const end = await ask(url, reach, signal, { range: `bytes=-${bytes}` });
    // Azure, where GitHub keeps its logs, knows no range that counts from the end.
    if (end.statusCode !== 400 && end.statusCode !== 416) return await readTail(end, bytes);
    end.destroy();
    return await readTail(await ask(url, reach, signal, {}), bytes);
  } catch {
    // A turn without the log is better than none.
    return undefined;
  }
}

/** How an address is connected to. */
interface Reach {
  lookup?: LookupFunction;
}

/**
 * A host of somebody's own may stand in a private network and keep its logs itself: the place that is asked anyway may be
 * asked for this, too. Any other must be public, and by https. Undefined when it may not be asked.
 */
async function reachOf(url: URL, { apiUrl }: From): Promise<Reach | undefined> {
  if (url.username !== '' || url.password !== '') return undefined;
  const own = new URL(apiUrl);
  if (url.hostname === own.hostname && url.protocol === own.protocol) return {};
  if (url.protocol !== 'https:') return undefined;
  const allowed = privateNetworks([]);
  const checked = await checkAddresses(url, { lookup: addressesOf, allowed }).catch(() => undefined);
  return checked?.kind === 'allowed' ? { lookup: only(checked.addresses) } : undefined;
}

async function addressesOf(host: string): Promise<{ address: string }[]> {
  return await lookup(host, { all: true });
}

async function ask(
  url: URL,
  reach: Reach,
  signal: AbortSignal,
  headers: Record<string, string>,
): Promise<IncomingMessage> {
  const { get, Agent } = url.protocol === 'https:' ? https : http;
  const options = {
    // A connection of its own, to the addresses that were checked.
    agent: new Agent(),
    ...reach,
    headers: { 'accept-encoding': 'identity', 'user-agent': 'copydesk', ...headers },
    signal,
  };
  return await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, options, resolve).on('error', reject);
  });
}

async function readTail(answer: IncomingMessage, bytes: number): Promise<Tail | undefined> {
  try {
    if (answer.statusCode === 200) return await tailOf(answer, bytes);
    if (answer.statusCode !== 206) return undefined;
    const { text } = await tailOf(answer, bytes);
    return textOf(Buffer.from(text), answer.headers['content-range']?.startsWith('bytes 0-') !== true);
  } finally {
    answer.destroy();
  }
}
