import { Readable } from 'node:stream';
import { CopydeskError } from '@copydesk/contract/errors';
import type { PushHead } from './push-head.ts';

/** Why a push is not accepted: the reason for each ref in a few words, and what to do instead. */
export interface PushRefusal {
  reasons: ReadonlyMap<string, string>;
  advice: string;
}

/**
 * A client reads the response only after it has sent all of its objects. At most this much of them is read and dropped.
 */
const mostUnwantedBytes = 64 * 1024 * 1024;

/**
 * Returns the response to a push of which nothing is accepted (gitprotocol-pack, "Reporting Status"), in the form that
 * git's client shows: each ref with its reason, and the advice on `remote:` lines. For a status of 403, the client
 * would show only the number.
 *
 * @throws CopydeskError `insufficient_scope` for a client that understands no report.
 */
export function refusePush({ commands, capabilities }: PushHead, refusal: PushRefusal, rest: Readable): Readable {
  if (!capabilities.some((one) => /^report-status(-v2)?$/.test(one))) throw withoutReport(refusal);
  const statuses = commands.map(({ ref }) => line(`ng ${ref} ${refusal.reasons.get(ref) ?? otherRefused}\n`));
  const report = Buffer.concat([line('unpack ok\n'), ...statuses, flushPacket]);
  const body = capabilities.includes('side-band-64k')
    ? Buffer.concat([...packetsOfBand(2, Buffer.from(`${refusal.advice}\n`)), ...packetsOfBand(1, report), flushPacket])
    : report;
  return Readable.from(followedBy(rest, body), { objectMode: false });
}

const otherRefused = 'nothing is accepted, because another ref of this push was refused';

const flushPacket = Buffer.from('0000');

function line(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, '0')), bytes]);
}

/** The most that a pkt-line of a band contains, without its length and the number of the band. */
const bandBytes = 65_515;

function packetsOfBand(band: 1 | 2, bytes: Buffer): Buffer[] {
  const pieces = Math.ceil(bytes.length / bandBytes);
  return Array.from({ length: pieces }, (_, piece) => {
    const part = bytes.subarray(piece * bandBytes, (piece + 1) * bandBytes);
    const length = (part.length + 5).toString(16).padStart(4, '0');
    return Buffer.concat([Buffer.from(length), Buffer.from([band]), part]);
  });
}

async function* followedBy(rest: Readable, body: Buffer): AsyncGenerator<Buffer> {
  let unwanted = 0;
  for await (const chunk of rest.readableEnded ? [] : rest) {
    unwanted += Buffer.isBuffer(chunk) ? chunk.length : 0;
    if (unwanted > mostUnwantedBytes) throw new Error('The client of a refused push goes on to send objects.');
  }
  yield body;
}

function withoutReport({ reasons, advice }: PushRefusal): CopydeskError {
  const refused = Array.from(reasons, ([ref, reason]) => `${ref}: ${reason}.`);
  return new CopydeskError('insufficient_scope', `${refused.slice(0, 5).join(' ')} ${advice}`);
}
