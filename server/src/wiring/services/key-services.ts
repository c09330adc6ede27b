import { makeKey } from '../../desk/key/create-key.ts';
import type { KeyManager } from '../../desk/key/keys.ts';
import { revokeKeyAs } from '../../desk/key/revoke-key.ts';
import { rotateKeyAs } from '../../desk/key/rotate-key.ts';
import type { KeyServices } from '../../operator/keys.ts';
import { listKeys } from '../../projects/key/read-keys.ts';
import { commandActor } from './command-actor.ts';
import type { App } from '../app.ts';

/** What the commands do with API keys. */
export function keyServices({ db }: App, organisation: () => Promise<string>): KeyServices {
  const keeper = async (): Promise<KeyManager> => ({ actor: commandActor(await organisation()), boundTo: null });
  return {
    async createKey(draft) {
      const { key, token } = await makeKey(db, await keeper(), draft, { now: new Date() });
      if (token === null) throw new TypeError('a key that was not asked for once alone has a token');
      return { key, token };
    },
    listKeys: async () => await listKeys(db, await organisation()),
    revokeKey: async (keyId) => await revokeKeyAs(db, await keeper(), { keyId, now: new Date() }),
    rotateKey: async (keyId) => await rotateKeyAs(db, await keeper(), { keyId, now: new Date() }),
  };
}
