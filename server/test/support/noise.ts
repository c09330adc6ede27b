import { createCipheriv } from 'node:crypto';

/** So many bytes that nothing compresses, the same each time. */
export function noise(bytes: number): Buffer {
  return createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(Buffer.alloc(bytes));
}
