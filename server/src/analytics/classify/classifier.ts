import { digestOf, factsOf, hasFetchMetadata, personEvidence, tellingNetworks, withAddress } from './evidence.ts';
import type { Facts } from './evidence.ts';
import { LruCache } from './lru-cache.ts';
import { openRanges } from './networks/file.ts';
import type { AddressRanges } from './networks/lookup.ts';
import type { Asker, Evidence, Reader } from './reader.ts';
import { rulesVersion } from './rules/version.ts';
import { openSignatureCheck } from './signature/check.ts';
import type { CheckSignature } from './signature/check.ts';
import type { FetchDirectory } from './signature/directory.ts';
import { verdictOf } from './verdict.ts';

/** Tells people, AI and other bots apart. */
export interface Classifier {
  /** The version of the rules it decides by. */
  rules: string;
  /** Who asks. A promise only when the keys that check a signature must be fetched first; it never rejects. */
  classify(asker: Asker): Reader | Promise<Reader>;
}

export interface ClassifierOptions {
  now: () => Date;
  /** Gets the keys of signers; without it no signature is checked. */
  fetchDirectory?: FetchDirectory;
  /** Those that come with the package when absent. */
  ranges?: AddressRanges;
  /** How many different readers are remembered; some 40 MB at the default of 20,000. */
  remembered?: number;
}

/** What is known of requests that look alike; where the address tells something, by what it tells. */
interface Known {
  telling: readonly string[];
  byNetworks: Map<string, Reader>;
}

/** @throws Error when the package's own file of address ranges cannot be read */
export function openClassifier({ now, fetchDirectory, ranges = openRanges(), remembered = 20_000 }: ClassifierOptions): Classifier {
  const known = new LruCache<string, Known>(remembered);
  const check: CheckSignature =
    fetchDirectory === undefined ? () => 'unchecked' : openSignatureCheck({ fetchDirectory, now });

  function read(asker: Asker, signature?: Evidence['signature']): Reader {
    const key = keyOf(asker, signature);
    let entry = known.get(key);
    if (entry === undefined) {
      entry = { telling: tellingNetworks(factsOf(asker, signature), ranges), byNetworks: new Map() };
      known.set(key, entry);
    }
    const networks = entry.telling.length === 0 || asker.address === undefined ? undefined : ranges.networksOf(asker.address);
    const place = networks === undefined ? '' : `in ${networks.join()}`;
    let reader = entry.byNetworks.get(place);
    if (reader === undefined) {
      const facts = factsOf(asker, signature);
      reader = readerOf(networks === undefined ? facts : withAddress(facts, entry.telling, networks));
      entry.byNetworks.set(place, reader);
    }
    return reader;
  }

  return {
    rules: rulesVersion,
    classify(asker) {
      if (asker.headers?.['signature-agent'] === undefined) return read(asker);
      const signature = check(asker);
      return signature instanceof Promise ? signature.then((checked) => read(asker, checked)) : read(asker, signature);
    },
  };
}

/** All that a verdict rests on save the address, as one string: most requests were seen before. */
function keyOf({ userAgent, headers, markdownPath }: Asker, signature: Evidence['signature']): string {
  const path = markdownPath ? 'm' : '';
  if (headers === undefined) return `${path}\n${userAgent.slice(0, 512)}`;
  const fetched = hasFetchMetadata(headers) ? 'f' : '';
  const agent = headers['signature-agent']?.slice(0, 200) ?? '';
  return `${path}${fetched}h\n${userAgent.slice(0, 512)}\n${headers['accept']?.slice(0, 200) ?? '-'}\n${signature ?? ''}${agent}`;
}

function readerOf(facts: Facts | Evidence): Reader {
  const verdict = verdictOf(facts);
  const evidence = verdict.class === 'human' ? personEvidence(facts) : facts;
  return { digest: digestOf(evidence), evidence, verdict, rules: rulesVersion };
}
