import type { Scope } from '@copydesk/contract';
import type { ApiKey } from '../projects/key/read-keys.ts';

/** What the commands do with API keys. */
export interface KeyServices {
  /** Returns the token, which is shown only this once. @throws CopydeskError `invalid_request` */
  createKey(draft: KeyDraft): Promise<{ key: ApiKey; token: string }>;
  listKeys(): Promise<ApiKey[]>;
  /** @throws CopydeskError `not_found` */
  revokeKey(id: string): Promise<ApiKey>;
  /**
   * Creates another key with the same settings. The old one stays valid for an hour.
   * @throws CopydeskError `not_found`, `key_ended`
   */
  rotateKey(id: string): Promise<{ key: ApiKey; token: string; old: ApiKey }>;
}

interface KeyDraft {
  name: string;
  scopes: Scope[];
  projectId?: string;
  /** Whether it is a key of test mode. */
  test?: boolean;
  /** Null for a key that never expires. */
  expiresAt: Date | null;
  /** Addresses or CIDR blocks; empty means any address. */
  allowedAddresses: string[];
}
