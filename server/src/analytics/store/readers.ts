import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../postgres/database.ts';
import type { Reader } from '../classify/reader.ts';
import { numberKinds } from './kinds.ts';
import { readShards } from './shards/shards.ts';
import { lockSite, takeNumbers, takeShare } from './site.ts';
import { readProjectVersions, unusedProject } from './project-version.ts';
import type { ProjectVersion, ProjectVersions } from './project-version.ts';
import { verificationNumber } from './tables.ts';

/** The numbers under which a reader is counted. */
export interface NumberedReader {
  number: number;
  kind: number;
  verification: number;
}

/** How many new readers of a project are stored with their evidence each day. Real sites have a few hundred. */
const newPerDay = 10_000;

/** Assigns numbers to readers when they are needed, and knows their current verdicts. */
export class Readers {
  /** By reader, which is the same object for the same evidence, and by project. */
  private known = new WeakMap<Reader, Map<number, NumberedReader>>();
  /** The versions under which `known` was read. */
  private readonly versions = new Map<number, ProjectVersion>();
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  /** Returns the versions for the verdicts that are cached or read from now on. Call it before reading them. */
  async versionsOf(projectIds: readonly number[]): Promise<ProjectVersions> {
    const unknown = projectIds.filter((projectId) => !this.versions.has(projectId));
    const read = unknown.length > 0 ? await readProjectVersions(this.db, unknown) : undefined;
    for (const [projectId, version] of read ?? []) this.versions.set(projectId, version);
    return new Map(
      projectIds.map((projectId) => [projectId, this.recallVersion(projectId) ?? unusedProject(projectId)]),
    );
  }

  /** Returns the cached version of a project. */
  recallVersion(projectId: number): ProjectVersion | undefined {
    return this.versions.get(projectId);
  }

  recall(projectId: number, reader: Reader): NumberedReader | undefined {
    return this.known.get(reader)?.get(projectId);
  }

  /** Forgets all verdicts, since readers were classified again. */
  renew(versions: ProjectVersions): void {
    this.known = new WeakMap();
    for (const [projectId, version] of versions) this.versions.set(projectId, version);
  }

  /** Numbers readers that are not cached. New ones count towards the limit of `day`. */
  async number(projectId: number, readers: readonly Reader[], day: string): Promise<Map<Reader, NumberedReader>> {
    const version = this.versions.get(projectId);
    const distinct = dropRepeated(readers, projectId);
    const found = await this.db.transaction().execute(async (transaction) => {
      await lockSite(transaction, projectId);
      const known = await this.read(transaction, projectId, distinct);
      const missing = distinct.filter((reader) => !known.has(keyOf(projectId, reader)));
      const added = await this.add(transaction, projectId, missing, day);
      return new Map([...known, ...added]);
    });
    const numbered = new Map<Reader, NumberedReader>();
    for (const reader of readers) {
      const one = found.get(keyOf(projectId, reader));
      if (one !== undefined) numbered.set(reader, one);
    }
    // When readers were classified again during the read, the result is for its own group only, whose write detects the
    // change.
    if (this.versions.get(projectId) === version) this.remember(projectId, numbered);
    return numbered;
  }

  private remember(projectId: number, numbered: Map<Reader, NumberedReader>): void {
    for (const [reader, one] of numbered) {
      const ofReader = this.known.get(reader) ?? new Map<number, NumberedReader>();
      this.known.set(reader, ofReader.set(projectId, one));
    }
  }

  private async read(transaction: DatabaseTransaction, projectId: number, readers: readonly Reader[]) {
    const { rows } = await sql<NumberedReader & { digest: Buffer; rules: string }>`
      select number, digest, rules, kind, verification from view_reader
      where project_id = ${projectId} and digest = any(${readers.map(({ digest }) => bytesOf(digest))}::bytea[])
    `.execute(transaction);
    return new Map(
      rows.map(({ number, kind, verification, digest, rules }) => [
        keyOf(projectId, { digest: digest.toString('base64url'), rules }),
        { number, kind, verification },
      ]),
    );
  }

  /**
   * Adds missing readers. Beyond the day's limit, all readers with the same verdict share one number, and their
   * evidence is not stored.
   */
  private async add(
    transaction: DatabaseTransaction,
    projectId: number,
    missing: Reader[],
    day: string,
  ): Promise<Map<string, NumberedReader>> {
    if (missing.length === 0) return new Map();
    const share = { projectId, day, dictionary: 'reader' as const, perDay: newPerDay };
    const taken = await takeShare(transaction, share, missing.length);
    const added = await insertReaders(transaction, projectId, missing.slice(0, taken));
    const beyond = missing.slice(taken);
    if (beyond.length === 0) return added;
    const shared = await this.read(transaction, projectId, beyond.map(withoutEvidence));
    const unknown = beyond.map(withoutEvidence).filter((reader) => !shared.has(keyOf(projectId, reader)));
    const inserted = await insertReaders(transaction, projectId, dropRepeated(unknown, projectId));
    for (const reader of beyond) {
      const key = keyOf(projectId, withoutEvidence(reader));
      const stand = shared.get(key) ?? inserted.get(key);
      if (stand !== undefined) added.set(keyOf(projectId, reader), stand);
    }
    return added;
  }
}

async function insertReaders(
  transaction: DatabaseTransaction,
  projectId: number,
  readers: Reader[],
): Promise<Map<string, NumberedReader>> {
  if (readers.length === 0) return new Map();
  const kinds = await numberKinds(
    transaction,
    projectId,
    readers.map(({ verdict }) => verdict),
  );
  const first = (await takeNumbers(transaction, projectId, { counter: 'readers', count: readers.length })) + 1;
  const shards = (await readShards(transaction, [projectId])).get(projectId)?.numbers ?? [];
  // Single views are counted in their own shard, joined with its readers.
  for (const shard of shards) {
    await sql`
      insert into view_reader (project_id, number, digest, rules, evidence, kind, verification, rule, judged_by)
      select ${shard}, ${first} - 1 + reader.place, reader.digest, reader.rules, reader.evidence, reader.kind,
        reader.verification, reader.rule, reader.rules
      from unnest(
        ${readers.map(({ digest }) => bytesOf(digest))}::bytea[], ${readers.map(({ rules }) => rules)}::text[],
        ${readers.map(({ evidence }) => toStorableJson(evidence))}::jsonb[], ${kinds}::int[],
        ${readers.map(({ verdict }) => verificationNumber(verdict.verification))}::smallint[],
        ${readers.map(({ verdict }) => verdict.rule)}::text[]
      ) with ordinality as reader (digest, rules, evidence, kind, verification, rule, place)
    `.execute(transaction);
  }
  return new Map(
    readers.map((reader, place) => [
      keyOf(projectId, reader),
      {
        number: first + place,
        kind: kinds[place] ?? 0,
        verification: verificationNumber(reader.verdict.verification),
      },
    ]),
  );
}

/**
 * Returns evidence as JSON that the database can store. It accepts neither NUL nor half of a surrogate pair, which an
 * invented or truncated header may contain. Each becomes U+FFFD; the verdict stays the same.
 */
function toStorableJson(evidence: Reader['evidence']): string {
  return JSON.stringify(evidence, (_, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\uFFFD') : value,
  );
}

/** Returns the reader that represents all readers with the same verdict. */
function withoutEvidence(reader: Reader): Reader {
  const digest = createHash('sha256')
    .update(JSON.stringify(['verdict', reader.verdict]))
    .digest('base64url');
  return { ...reader, digest, evidence: { userAgent: '', forgotten: true } };
}

function dropRepeated(readers: readonly Reader[], projectId: number): Reader[] {
  return [...new Map(readers.map((reader) => [keyOf(projectId, reader), reader])).values()];
}

function keyOf(projectId: number, { digest, rules }: Pick<Reader, 'digest' | 'rules'>): string {
  return `${projectId} ${digest} ${rules}`;
}

function bytesOf(digest: string): Buffer {
  return Buffer.from(digest, 'base64url');
}
