import { createCipheriv } from 'node:crypto';

/** Returns so many bytes that cannot be compressed, the same each time. */
export function noise(bytes: number): Buffer {
  return createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(Buffer.alloc(bytes));
}
