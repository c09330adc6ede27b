import { hash } from 'node:crypto';
import { dayMilliseconds } from '../../store/calendar.ts';
import { userAgentOf } from '../draft.ts';
import type { Draft, Surroundings } from '../draft.ts';
import type { Salts } from '../salts.ts';

/**
 * Who comes again on the same day, without knowing who it is: 64 bits of a hash of address and user agent with a salt
 * that is thrown away after two days. There is no salt for older days, and none for what is told without an address.
 */
export function findVisitor(
  draft: Draft,
  { salts, project, arrivedAt }: Surroundings & { salts: Salts },
): Promise<void> | undefined {
  const { event, at } = draft;
  if (event.ip == null || draft.reader?.verdict.class !== 'human') return undefined;
  const [day, today] = [dayOf(at), dayOf(arrivedAt)];
  if (day > today || day < today - 1) return undefined;
  const salt = salts.saltOf(project.number, day);
  if (salt instanceof Promise) return salt.then((bytes) => void (draft.visitor = visitorOf(draft, bytes)));
  draft.visitor = visitorOf(draft, salt);
  return undefined;
}

function visitorOf({ event }: Draft, salt: Buffer): bigint {
  // Of a hash that is cut the secret may simply stand in front; an HMAC would take three times as long.
  // Its first 64 bits, read as hex, take half the time that a buffer of all of it takes to make.
  const digest = hash('sha256', `${salt.toString('latin1')} ${event.ip} ${userAgentOf(event)}`, 'hex');
  return BigInt.asIntN(64, BigInt(`0x${digest.slice(0, 16)}`));
}

/** Days since 1970 (UTC). */
function dayOf(at: number): number {
  return Math.floor(at / dayMilliseconds);
}
