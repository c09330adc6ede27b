import type { PostgresCursor } from 'kysely';
import type { Connection, Submittable } from 'pg';

/** One row in PostgreSQL's binary format: its columns, null for SQL null. An `int4` is `readInt32BE()`. */
export type BinaryRow = (Buffer | null)[];

/** The cursor that Kysely streams from. It runs a COPY and returns its rows when all of them have arrived. */
export class CopyCursor<T> implements PostgresCursor<T>, Submittable {
  private readonly text: string;
  private readonly result = Promise.withResolvers<BinaryRow[]>();
  private answer = this.result.promise;
  private rows: BinaryRow[] = [];

  constructor(text: string) {
    this.text = text;
  }

  /** Lets the caller that runs it put limits on its answer. */
  watch(over: (answer: Promise<BinaryRow[]>) => Promise<BinaryRow[]>): void {
    this.answer = over(this.result.promise);
  }

  async read(): Promise<T[]> {
    const rows = await this.answer;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Kysely's interface leaves the row to the caller
    return rows.splice(0) as T[];
  }

  /** Nothing to close: either all rows arrived, or none. */
  async close(): Promise<void> {}

  submit(connection: Connection): void {
    connection.query(this.text);
  }

  /** The first message begins with the header, each message contains one row, and the last contains the trailer. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // pg overwrites its buffer when more data arrives.
    const bytes = Buffer.from(chunk);
    const isFirst = bytes.subarray(0, signature.length).equals(signature);
    const row = readRow(bytes, isFirst ? headerLength(bytes) : 0);
    if (row !== undefined) this.rows.push(row);
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.result.resolve(this.rows);
  }

  handleError(error: Error): void {
    this.result.reject(error);
  }
}

/** PostgreSQL's documentation of COPY, "Binary Format". */
const signature = Buffer.from('PGCOPY\n\u{FF}\r\n\0', 'latin1');

/** The length of the header: the signature, flags, and an extension that states its own length. */
function headerLength(bytes: Buffer): number {
  return signature.length + 8 + bytes.readInt32BE(signature.length + 4);
}

/** Returns undefined for the trailer, which has -1 in place of the number of columns. */
function readRow(bytes: Buffer, start: number): BinaryRow | undefined {
  const columns = bytes.readInt16BE(start);
  if (columns < 0) return undefined;
  const row: BinaryRow = [];
  let place = start + 2;
  for (let column = 0; column < columns; column += 1) {
    const length = bytes.readInt32BE(place);
    place += 4;
    row.push(length < 0 ? null : bytes.subarray(place, place + length));
    place += Math.max(length, 0);
  }
  return row;
}
