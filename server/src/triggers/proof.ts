import { createHmac, createHash, timingSafeEqual } from 'node:crypto';
import type { TriggerScheme } from '@copydesk/contract';

/** A request as it came: headers by lower-case name, and the bytes of the body. */
export interface ProvenRequest {
  headers: Readonly<Record<string, string | undefined>>;
  body: Buffer;
  now: Date;
}

/** How old a signed time may be: a recorded request is useless afterwards. */
const maximumAgeSeconds = 300;

/** Check whether a request proves that its sender knows the secret, in constant time for proofs of one kind. */
export const proofs: Record<TriggerScheme, (secret: string, request: ProvenRequest) => boolean> = {
  bearer(secret, { headers }) {
    const [, token = ''] = /^bearer +(\S+)$/i.exec(headers['authorization'] ?? '') ?? [];
    return isSame(token, secret);
  },
  hmac(secret, { headers, body }) {
    const given = hmacHeaders.map((name) => headers[name]).find((value) => value !== undefined) ?? '';
    return isSame(given.replace(/^sha256=/, '').toLowerCase(), hex(secret, body));
  },
  slack(secret, { headers, body, now }) {
    const time = headers['x-slack-request-timestamp'] ?? '';
    const expected = `v0=${hex(secret, Buffer.concat([Buffer.from(`v0:${time}:`), body]))}`;
    const isFitting = isSame(headers['x-slack-signature'] ?? '', expected);
    return isFitting && isFresh(time, now);
  },
  standard(secret, { headers, body, now }) {
    const [id = '', time = ''] = [headers['webhook-id'], headers['webhook-timestamp']];
    const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret);
    const signed = createHmac('sha256', key).update(`${id}.${time}.`).update(body).digest('base64');
    const given = (headers['webhook-signature'] ?? '').slice(0, 1_000).split(' ');
    return given.map((one) => isSame(one, `v1,${signed}`)).includes(true) && isFresh(time, now);
  },
};

/** Used by GitHub and Jira, by older WebSub, by Linear, and by many others. */
const hmacHeaders = ['x-hub-signature-256', 'x-hub-signature', 'linear-signature', 'x-signature'];

function hex(secret: string, body: Buffer): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

/** Compares hashes, because they have one length for any input. */
function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(hashOf(given), hashOf(expected));
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function isFresh(seconds: string, now: Date): boolean {
  return /^\d{1,12}$/.test(seconds) && Math.abs(now.getTime() / 1_000 - Number(seconds)) <= maximumAgeSeconds;
}
