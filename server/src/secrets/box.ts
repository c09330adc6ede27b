import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { CopydeskError } from '@copydesk/contract';
import type { SecretKey } from './key-text.ts';

/**
 * Encrypts secrets that must be readable again, such as those that signatures are made with, so that the database alone
 * does not reveal them.
 */
export interface SecretBox {
  /**
   * Encrypts a text. `purpose` says what it is for (`webhook whk_…`), and the same purpose is needed to open it, so
   * that a sealed secret cannot be used in another row.
   *
   * @throws CopydeskError `data_directory_refused` when a key has to be created and cannot be stored.
   */
  seal(text: string, purpose: string): Promise<Buffer>;
  /** @throws CopydeskError `secret_unreadable` for another key, another purpose, or bytes that were changed. */
  open(sealed: Uint8Array, purpose: string): Promise<string>;
}

const version = 1;
const headLength = 5;
const nonceLength = 12;
const tagLength = 16;

/**
 * Uses AES-256-GCM with a random nonce of 96 bits. The sealed bytes are a version, four bytes that tell keys apart, the
 * nonce, the tag, and the encrypted text.
 *
 * @param key called at each use, so that no key is created before there is a secret to keep.
 */
export function secretBox(key: () => Promise<SecretKey>): SecretBox {
  return {
    async seal(text, purpose) {
      const secret = await key();
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv('aes-256-gcm', secret, nonce).setAAD(Buffer.from(purpose));
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([headOf(secret), nonce, cipher.getAuthTag(), encrypted]);
    },
    async open(sealed, purpose) {
      const secret = await key();
      const bytes = Buffer.from(sealed);
      if (bytes.length < headLength + nonceLength + tagLength || bytes[0] !== version) throw damaged();
      if (!bytes.subarray(0, headLength).equals(headOf(secret))) throw otherKey();
      const [nonce, tag, encrypted] = split(bytes.subarray(headLength));
      const decipher = createDecipheriv('aes-256-gcm', secret, nonce, { authTagLength: tagLength })
        .setAAD(Buffer.from(purpose))
        .setAuthTag(tag);
      try {
        return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8');
      } catch (cause) {
        throw damaged(cause);
      }
    },
  };
}

/**
 * Returns the version and four bytes that identify the key: enough to tell a wrong key from changed bytes, and too
 * little to find a key by.
 */
function headOf(key: SecretKey): Buffer {
  const mark = createHash('sha256')
    .update('copydesk key mark')
    .update(key)
    .digest()
    .subarray(0, headLength - 1);
  return Buffer.concat([Buffer.of(version), mark]);
}

function split(bytes: Buffer): [nonce: Buffer, tag: Buffer, encrypted: Buffer] {
  const body = nonceLength + tagLength;
  return [bytes.subarray(0, nonceLength), bytes.subarray(nonceLength, body), bytes.subarray(body)];
}

function otherKey(): CopydeskError {
  return new CopydeskError(
    'secret_unreadable',
    'The secret was encrypted with another key. Set COPYDESK_SECRET_KEY to the same key for all processes, or restore ' +
      'the secret.key of the data directory in which it was created. If that is lost, delete what the secret belongs ' +
      'to and create it anew.',
  );
}

function damaged(cause?: unknown): CopydeskError {
  return new CopydeskError(
    'secret_unreadable',
    'The stored secret was changed or cut off. Delete what it belongs to and create it anew.',
    { cause },
  );
}
