import { digestOf, factsOf, hasFetchMetadata, storable, verifyingNetworks, withAddress } from './evidence.ts';
import { BoundedMap } from '../bounded-map.ts';
import { openRanges } from './networks/file.ts';
import type { AddressRanges } from './networks/lookup.ts';
import { withOwnRules } from './own-rules.ts';
import type { OwnRules } from './own-rules.ts';
import type { Judge } from './judge.ts';
import type { PageRequest, Evidence, Reader, Verdict } from './reader.ts';
import { openSignatureCheck } from './signature/check.ts';
import type { CheckSignature } from './signature/check.ts';
import type { FetchDirectory } from './signature/directory.ts';
import { readSignature } from './signature/signed-input.ts';

/** Tells people, AI and other bots apart. */
export interface Classifier {
  /** The version of the rules by which it decides. */
  rules: string;
  /**
   * Returns the reader who sent a request; the rules of a project come first. Returns a promise only when the keys for
   * checking a signature must be fetched first; it never rejects.
   */
  classify(pageRequest: PageRequest, own?: OwnRules): Reader | Promise<Reader>;
}

export interface ClassifierOptions {
  judge: Judge;
  now: () => Date;
  /** Fetches the keys of signers; without it no signature is checked. */
  fetchDirectory?: FetchDirectory;
  /** The ranges that come with the package when absent. */
  ranges?: AddressRanges;
  /** How many different requests are cached; some 20 MB at the default of 20,000. */
  remembered?: number;
}

/** What is cached about requests that are equal except for their addresses. */
interface Known {
  /** The networks that decide something when they contain the address; none for people and most bots. */
  relevantNetworks: readonly string[];
  /** The reader when no address is known. */
  reader: Reader;
  /** The readers with an address, by those of these networks that contain it. */
  byNetworks: Map<string, Reader>;
}

/** Opens a classifier. @throws Error when the package's own file of address ranges cannot be read */
export function openClassifier({
  judge,
  now,
  fetchDirectory,
  ranges,
  remembered = 20_000,
}: ClassifierOptions): Classifier {
  const { signers } = judge.known;
  const check: CheckSignature =
    fetchDirectory === undefined ? () => 'unchecked' : openSignatureCheck({ fetchDirectory, signers, now });
  const memoryOf = openMemories(judge, ranges ?? openRanges(), remembered);
  return {
    rules: judge.rules,
    classify(pageRequest, own) {
      const { headers } = pageRequest;
      const remember = memoryOf(own);
      if (headers?.['signature-agent'] === undefined) return remember(pageRequest);
      const read = readSignature(headers);
      const signature = check(read, pageRequest);
      // When the header names several agents, only the one that signs counts.
      const signed =
        read.kind === 'signed'
          ? { ...pageRequest, headers: { ...headers, 'signature-agent': read.signed.agent } }
          : pageRequest;
      return signature instanceof Promise
        ? signature.then((checked) => remember(signed, checked))
        : remember(signed, signature);
    },
  };
}

/** Opens one cache for all projects without rules of their own, and a smaller one for each set of such rules. */
function openMemories(judge: Judge, ranges: AddressRanges, remembered: number) {
  const common = openMemory(judge, ranges, remembered);
  const byRules = new BoundedMap<string, typeof common>(mostWithOwnRules);
  return (own: OwnRules | undefined) => {
    if (own === undefined) return common;
    let memory = byRules.get(own.version);
    if (memory === undefined) {
      memory = openMemory(withOwnRules(judge, own), ranges, Math.ceil(remembered / 10));
      byRules.set(own.version, memory);
    }
    return memory;
  };
}

const mostWithOwnRules = 50;

/**
 * Opens a cache of readers. Most requests equal an earlier one: their reader is looked up by everything that a verdict
 * depends on.
 */
function openMemory(judge: Judge, ranges: AddressRanges, remembered: number) {
  const known = new BoundedMap<string, Known>(remembered);
  const readers = new BoundedMap<string, Reader>(remembered);

  /** Returns the reader with this evidence: the same object as long as it is cached. */
  function readerOf(evidence: Evidence, verdict: Verdict): Reader {
    const key = JSON.stringify(evidence);
    let reader = readers.get(key);
    if (reader === undefined) {
      reader = { digest: digestOf(evidence), evidence, verdict, rules: judge.rules };
      readers.set(key, reader);
    }
    return reader;
  }

  function classifyNew(pageRequest: PageRequest, signature: Evidence['signature']): Known {
    const facts = factsOf(pageRequest, signature);
    const verdict = judge.verdictOf(facts);
    const relevantNetworks = verdict.class === 'ai' ? verifyingNetworks(facts, judge, ranges) : none;
    return {
      relevantNetworks,
      reader: readerOf(storable(facts, judge), verdict),
      byNetworks: relevantNetworks === none ? noReaders : new Map(),
    };
  }

  function withAddressOf({ reader, relevantNetworks, byNetworks }: Known, address: string): Reader {
    const networks = ranges.networksOf(address);
    if (networks === undefined) return reader;
    const place = networks.join();
    let placed = byNetworks.get(place);
    if (placed === undefined) {
      const evidence = withAddress(reader.evidence, relevantNetworks, networks);
      placed = readerOf(evidence, judge.verdictOf(evidence));
      byNetworks.set(place, placed);
    }
    return placed;
  }

  return (pageRequest: PageRequest, signature?: Evidence['signature']): Reader => {
    const key = keyOf(pageRequest, signature);
    let entry = known.get(key);
    if (entry === undefined) {
      entry = classifyNew(pageRequest, signature);
      known.set(key, entry);
    }
    if (entry.relevantNetworks.length === 0 || pageRequest.address === undefined) return entry.reader;
    return withAddressOf(entry, pageRequest.address);
  };
}

const none: readonly string[] = [];
const noReaders = new Map<string, Reader>();

/** Returns everything that a verdict depends on, except the address, as one string. */
function keyOf({ userAgent, headers, markdownPath }: PageRequest, signature: Evidence['signature']): string {
  const path = markdownPath ? 'm' : '';
  if (headers === undefined) return `${path}\n${userAgent.slice(0, 512)}`;
  const fetched = hasFetchMetadata(headers) ? 'f' : '';
  const agent = headers['signature-agent']?.slice(0, 200) ?? '';
  return `${path}${fetched}h\n${userAgent.slice(0, 512)}\n${headers['accept']?.slice(0, 200) ?? '-'}\n${signature ?? ''}${agent}`;
}
