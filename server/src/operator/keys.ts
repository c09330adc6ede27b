import type { Scope } from '@copydesk/contract';
import type { ApiKey } from '../projects/read-keys.ts';

/** What the commands do with API keys. */
export interface KeyServices {
  /** The token is told here and never again. @throws CopydeskError `invalid_request` */
  createKey(draft: KeyDraft): Promise<{ key: ApiKey; token: string }>;
  listKeys(): Promise<ApiKey[]>;
  /** @throws CopydeskError `not_found` */
  revokeKey(id: string): Promise<ApiKey>;
  /**
   * Makes another key with the same settings; the old one lives on for an hour.
   * @throws CopydeskError `not_found`, `key_ended`
   */
  rotateKey(id: string): Promise<{ key: ApiKey; token: string; old: ApiKey }>;
}

interface KeyDraft {
  name: string;
  scopes: Scope[];
  projectId?: string;
  /** A key of the test mode. */
  test?: boolean;
  /** Null for a key that never expires. */
  expiresAt: Date | null;
  /** Addresses or CIDR blocks; any address when empty. */
  allowedAddresses: string[];
}
