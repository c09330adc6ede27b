import { secretBox } from './box.ts';
import type { SecretBox } from './box.ts';
import { readOrMakeKeyFile } from './key-file.ts';
import type { SecretKey } from './key-text.ts';

/**
 * Opens the secret box of this installation. Its key is the one that the operator has set, or else that of the data
 * directory, which is read on first use and then kept in memory.
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
      // The cause of the error may be gone at the next call.
      known = undefined;
      throw error;
    });
    return known;
  });
}
