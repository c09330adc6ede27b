import { secretBox } from './box.ts';
import type { SecretBox } from './box.ts';
import { readOrMakeKeyFile } from './key-file.ts';
import type { SecretKey } from './key-text.ts';

/**
 * The box of this installation. Its key is the one that the operator has set, or else that of the data directory,
 * which is read at first need and then kept in memory.
 */
export function openSecretBox({
  key,
  dataDirectory,
}: {
  key: SecretKey | undefined;
  dataDirectory: string;
}): SecretBox {
  let known = key && Promise.resolve(key);
  return secretBox(() => {
    known ??= readOrMakeKeyFile(dataDirectory).catch((error: unknown) => {
      // What stood in the way may be gone the next time.
      known = undefined;
      throw error;
    });
    return known;
  });
}
