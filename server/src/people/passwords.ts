import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { CopydeskError } from '@copydesk/contract';

/** Computes and compares hashes of passwords. Only a few run at once, since each takes 19 MiB and a thread. */
export interface Passwords {
  /** Returns a PHC string. @throws CopydeskError `overloaded` */
  hash(password: string): Promise<string>;
  /**
   * Whether a password matches the hash. Without a hash it does not, after as much work.
   *
   * @param from where the request comes from: those of strangers wait until no others wait.
   * @throws CopydeskError `overloaded`
   */
  verify(password: string, hash: string | null, from?: Origin): Promise<boolean>;
}

/**
 * `stranger`: a network without an earlier sign-in to the account, such as that of a guesser. `known`: any other.
 */
type Origin = 'stranger' | 'known';

/** The minimum that OWASP recommends (Password Storage Cheat Sheet): 19 MiB, two passes, one lane. */
const parameters = { memory: 19 * 1024, passes: 2, parallelism: 1 };
const tagLength = 32;
const saltLength = 16;

const derive = promisify(argon2);

/**
 * Opens the password hashing.
 *
 * @param atOnce how many run at once; more would take the threads that read files and resolve host names.
 * @param mostWaiting how many strangers, and how many others, may wait before one is refused: each waits about 30 ms
 *   for one before it.
 */
export function openPasswords({ atOnce = 2, mostWaiting = 100 } = {}): Passwords {
  const inTurn = limited(atOnce, mostWaiting);
  const absent = format(randomBytes(saltLength), randomBytes(tagLength));
  return {
    hash: async (password) =>
      await inTurn('known', async () => {
        const salt = randomBytes(saltLength);
        return format(salt, await tagOf(password, { salt, ...parameters }));
      }),
    verify: async (password, hash, from = 'known') =>
      await inTurn(from, async () => {
        const { tag, ...how } = parse(hash ?? absent);
        const same = timingSafeEqual(await tagOf(password, how), tag);
        return same && hash !== null;
      }),
  };
}

interface Derivation {
  salt: Buffer;
  memory: number;
  passes: number;
  parallelism: number;
}

/** Normalises to one spelling what looks the same on every keyboard (RFC 8265, 4.1). */
async function tagOf(password: string, { salt, ...cost }: Derivation): Promise<Buffer> {
  return await derive('argon2id', { message: password.normalize('NFC'), nonce: salt, tagLength, ...cost });
}

/** `$argon2id$v=19$m=19456,t=2,p=1$…$…` (https://github.com/P-H-C/phc-string-format). */
function format(salt: Buffer, tag: Buffer): string {
  const { memory, passes, parallelism } = parameters;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`;
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

function parse(hash: string): Derivation & { tag: Buffer } {
  const found = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d)\$([\w+/]+)\$([\w+/]+)$/.exec(hash);
  if (found === null) throw new TypeError('A stored password is no PHC string of argon2id');
  const [, memory, passes, parallelism, salt = '', tag = ''] = found;
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

/** Runs at most `atOnce` pieces of work. Others wait for their turn, in order, strangers after all known ones. */
function limited(atOnce: number, mostWaiting: number): <T>(from: Origin, work: () => Promise<T>) => Promise<T> {
  const waiting: Record<Origin, (() => void)[]> = { known: [], stranger: [] };
  let active = 0;
  return async (from, work) => {
    if (active < atOnce) active += 1;
    else {
      if (waiting[from].length >= mostWaiting) throw tooMany();
      // Whoever finishes hands over its slot directly, so that no newcomer takes it.
      await new Promise<void>((resolve) => waiting[from].push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = waiting.known.shift() ?? waiting.stranger.shift();
      if (next === undefined) active -= 1;
      else next();
    }
  };
}

function tooMany(): CopydeskError {
  return new CopydeskError('overloaded', 'Too many people sign in at this moment. Try again in a few seconds.', {
    retryAfterSeconds: 3,
  });
}
