import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { databaseErrors } from '../../postgres/database.ts';
import type { Database } from '../../postgres/database.ts';

/** How far a file is imported: the position after the last byte, decompressed, and the number of lines. */
export interface Place {
  position: number;
  lines: number;
}

/** The beginning of a file. */
export interface Beginning {
  /** At least {@link knownBy} bytes, or the whole file when it is shorter. */
  bytes: Buffer;
  /** The position of the first of them: after a hole of NUL bytes, if there is one. */
  start: number;
}

/** How many bytes identify a file. That much of a log has about twenty lines with their times. */
export const knownBy = 4_096;

/** A shorter beginning identifies nothing: `[` is the first line of many files. */
const shortestAnchor = 64;

/**
 * Returns the fingerprint of a file that was imported up to a position. It survives a change of the file's name or
 * folder, and its growth.
 *
 * The first half is the hash of the first line, which never changes once that line is complete. The second half is the
 * hash of the imported bytes, at most 4 KiB. So a short file is recognised by its beginning after it has grown, and a
 * different file with the same first line is not confused with it.
 */
export function fingerprintAt(beginning: Beginning, position: number): Buffer {
  return Buffer.concat([anchorOf(beginning.bytes), hashImported(beginning, position)]);
}

/**
 * Returns the place that was reached in a file, whatever its name was then; the beginning when it was never imported.
 */
export async function findPlace(db: Database, projectNumber: number, beginning: Beginning): Promise<Place> {
  // A file whose first line had no end when it was imported has no anchor yet.
  const anchors = [anchorOf(beginning.bytes), noAnchor];
  const { rows } = await sql<Place & { fingerprint: Buffer }>`
    select fingerprint, position, lines
    from unnest(${anchors}::bytea[]) as anchor
    join view_import on project_id = ${projectNumber} and fingerprint between anchor and anchor || ${highestAnchor}::bytea
  `
    .execute(db)
    .catch(databaseErrors);
  const places = rows
    .filter(({ fingerprint, position }) =>
      fingerprint.subarray(noAnchor.length).equals(hashImported(beginning, position)),
    )
    .sort((left, right) => right.position - left.position);
  return { position: places[0]?.position ?? 0, lines: places[0]?.lines ?? 0 };
}

const noAnchor = sha256(Buffer.alloc(0));
const highestAnchor = Buffer.alloc(noAnchor.length, 0xff);

/**
 * Returns the hash of as many first lines as identify a file; lines with `#` name fields and are the same in many
 * files.
 */
function anchorOf(bytes: Buffer): Buffer {
  const known = bytes.subarray(0, knownBy);
  let start = 0;
  while (known[start] === 0x23 && known.includes('\n', start)) start = known.indexOf('\n', start) + 1;
  const end = known.indexOf('\n', start + shortestAnchor);
  if (end >= 0) return sha256(known.subarray(0, end));
  return known.length === knownBy ? sha256(known) : noAnchor;
}

function hashImported({ bytes, start }: Beginning, position: number): Buffer {
  return sha256(bytes.subarray(0, Math.max(0, Math.min(position - start, knownBy))));
}

function sha256(bytes: Uint8Array): Buffer {
  return hash('sha256', bytes, 'buffer');
}
