import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import { lookupOnly, type CheckedAddress } from '../network/checked-address.ts';
import { Agent, request } from '../network/http-module.ts';
import { plainLine } from './send-failure.ts';

/** One request: its content and its destination. */
export interface Post {
  url: URL;
  /** The only addresses that are connected to: there is no other DNS lookup. */
  addresses: CheckedAddress[];
  headers: Record<string, string>;
  body: string;
  /** Aborts the request in any phase. */
  signal: AbortSignal;
  /** A certificate authority to trust besides those that Node trusts. */
  ca?: string;
}

export interface PostAnswer {
  status: number;
  /** The `Retry-After` header, unparsed. */
  retryAfter: string | undefined;
  /** The first words of the reply, as one plain line. */
  excerpt: string;
}

/** Enough for the first words of an error; the rest of a reply, even a gigabyte, is never read. */
const excerptBytes = 4_096;
const excerptMilliseconds = 2_000;
const excerptCharacters = 200;

/** Sends one POST and returns the reply, which may be a redirect. Rejects when no reply came. */
export async function post({ url, addresses, headers, body, signal, ca }: Post): Promise<PostAnswer> {
  const options = {
    method: 'POST',
    // A separate connection, which uses no proxy from the environment.
    agent: url.protocol === 'https:' ? new https.Agent({ ca }) : new Agent(),
    lookup: lookupOnly(addresses),
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    signal,
  };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const send = url.protocol === 'https:' ? https.request : request;
    send(url, options, resolve).on('error', reject).end(body);
  });
  const retryAfter = response.headers['retry-after'];
  return { status: response.statusCode ?? 0, retryAfter, excerpt: await excerptOf(response) };
}

/** Reads an interrupted or slow body only as far as it came: the status is known already. */
async function excerptOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const timer = setTimeout(() => response.destroy(), excerptMilliseconds);
  try {
    for await (const chunk of response) {
      chunks.push(Buffer.from(chunk));
      bytes += Buffer.byteLength(chunk);
      if (bytes >= excerptBytes) break;
    }
  } catch {
    // The connection has ended; what has come is enough.
  } finally {
    clearTimeout(timer);
    response.destroy();
  }
  return plainLine(Buffer.concat(chunks).subarray(0, excerptBytes).toString('utf8'), excerptCharacters);
}
