import { BoundedMap } from '../../bounded-map.ts';
import { directoryUrl, keysOf } from './directory.ts';
import type { FetchDirectory, SignerKeys } from './directory.ts';

/** A cache of key directories. */
export interface Directories {
  /** Returns the keys of a host, or undefined when it has no readable ones; a promise when they must be fetched. */
  keysOf(host: string): SignerKeys | undefined | Promise<SignerKeys | undefined>;
}

/** Keys are fetched again after an hour; those of a host that did not answer, after five minutes. */
const keptMilliseconds = 3_600_000;
const failureKeptMilliseconds = 300_000;
/** Known signers are a few dozen; those with host patterns may have any number of hosts. */
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
      // Concurrent callers share one request.
      entries.set(host, { keys, until: Number.POSITIVE_INFINITY });
      return keys;
    },
  };
}
