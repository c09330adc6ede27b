import type { PostgresCursor } from 'kysely';
import type { Connection, Submittable } from 'pg';

/** One row as PostgreSQL's binary format has it: its columns, null where SQL says so. An `int4` is `readInt32BE()`. */
export type BinaryRow = (Buffer | null)[];

/** What Kysely streams by: it runs a COPY and answers its rows when all are there. */
export class CopyCursor<T> implements PostgresCursor<T>, Submittable {
  private readonly text: string;
  private readonly result = Promise.withResolvers<BinaryRow[]>();
  private answer = this.result.promise;
  private rows: BinaryRow[] = [];

  constructor(text: string) {
    this.text = text;
  }

  /** Whoever runs it may watch over its answer. */
  watch(over: (answer: Promise<BinaryRow[]>) => Promise<BinaryRow[]>): void {
    this.answer = over(this.result.promise);
  }

  async read(): Promise<T[]> {
    const rows = await this.answer;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Kysely's interface leaves the row to the caller
    return rows.splice(0) as T[];
  }

  /** Nothing is open: the rows came all or not at all. */
  async close(): Promise<void> {}

  submit(connection: Connection): void {
    connection.query(this.text);
  }

  /** The first message begins with the header, each has one row, the last has the trailer. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // pg writes over its buffer when more arrives.
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

/** The signature, flags, and an extension that says how long it is. */
function headerLength(bytes: Buffer): number {
  return signature.length + 8 + bytes.readInt32BE(signature.length + 4);
}

/** Undefined for the trailer, which has -1 in place of the number of columns. */
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
