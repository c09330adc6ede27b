import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { CopydeskError } from '@copydesk/contract';

/** Makes and compares hashes of passwords; a few at once, since each takes 19 MiB and a thread. */
export interface Passwords {
  /** A PHC string. @throws CopydeskError `overloaded` */
  hash(password: string): Promise<string>;
  /**
   * Whether a password is the one of the hash. Without a hash it is not, after as much work.
   *
   * @param from where it comes from: what comes from strangers is compared after all that does not.
   * @throws CopydeskError `overloaded`
   */
  verify(password: string, hash: string | null, from?: Whence): Promise<boolean>;
}

/** Of a network that nobody has signed in from to the account, as it is of all who guess; or of people who are known. */
type Whence = 'stranger' | 'known';

/** What OWASP recommends at the least (Password Storage Cheat Sheet): 19 MiB, two passes, one lane. */
const parameters = { memory: 19 * 1024, passes: 2, parallelism: 1 };
const tagLength = 32;
const saltLength = 16;

const derive = promisify(argon2);

/**
 * @param atOnce how many are worked on; more would take the threads that files and names of hosts are looked up with.
 * @param mostWaiting of strangers, and as many of others, beyond which one is refused: each waits about 30 ms for one before it.
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

/** One spelling for what looks the same on every keyboard (RFC 8265, 4.1). */
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

/** Does so many pieces of work at once; others wait for their turn, in order, strangers after all who are known. */
function limited(atOnce: number, mostWaiting: number): <T>(from: Whence, work: () => Promise<T>) => Promise<T> {
  const waiting: Record<Whence, (() => void)[]> = { known: [], stranger: [] };
  let active = 0;
  return async (from, work) => {
    if (active < atOnce) active += 1;
    else {
      if (waiting[from].length >= mostWaiting) throw tooMany();
      // Whoever ends hands its place on, so that nobody comes between.
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
