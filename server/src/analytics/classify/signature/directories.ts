import { BoundedMap } from '../../bounded-map.ts';
import { directoryUrl, keysOf } from './directory.ts';
import type { FetchDirectory, SignerKeys } from './directory.ts';

/** Directories of keys, remembered. */
export interface Directories {
  /** The keys of a host, or undefined when it has none that can be read; a promise when it must be asked. */
  keysOf(host: string): SignerKeys | undefined | Promise<SignerKeys | undefined>;
}

/** Keys are asked for again after an hour; a host that did not answer, after five minutes. */
const keptMilliseconds = 3_600_000;
const failureKeptMilliseconds = 300_000;
/** Known signers are a few dozen; those whose hosts are patterns may be any number. */
const keptHosts = 200;

interface Entry {
  keys: SignerKeys | undefined | Promise<SignerKeys | undefined>;
  until: number;
}

export function openDirectories(fetchDirectory: FetchDirectory, now: () => Date): Directories {
  const entries = new BoundedMap<string, Entry>(keptHosts);

  async function ask(host: string): Promise<SignerKeys | undefined> {
    const keys = await fetchDirectory(directoryUrl(host))
      .then(keysOf)
      .catch(() => undefined);
    const kept = keys === undefined ? failureKeptMilliseconds : keptMilliseconds;
    entries.set(host, { keys, until: now().getTime() + kept });
    return keys;
  }

  return {
    keysOf(host) {
      const entry = entries.get(host);
      if (entry !== undefined && now().getTime() < entry.until) return entry.keys;
      const keys = ask(host);
      // Those that ask meanwhile share the one request.
      entries.set(host, { keys, until: Number.POSITIVE_INFINITY });
      return keys;
    },
  };
}
