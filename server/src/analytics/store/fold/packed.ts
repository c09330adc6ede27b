/**
 * Packed tables of counts: sorted rows of whole numbers, whose first columns are the key and the others values. A key
 * column is stored as the difference from the previous row, as long as the columns before it are equal. A value is
 * stored as it is. Both are varints (7 bits a byte, LEB128); values are zigzag-coded, since a correction may be
 * negative. So a page's two counts take about 4 bytes, where a row of a table takes 60 and its index 24 more, and
 * summing 100,000 of them takes a millisecond or two.
 */
export interface Shape {
  keys: number;
  values: number;
  /** Value columns that keep the maximum of two rows with the same key instead of their sum. */
  greatest?: readonly number[];
}

/** Rows one after another, each with `keys + values` numbers; the keys are whole numbers from 0 to 2³¹ - 1. */
export type Rows = number[];

const width = ({ keys, values }: Shape): number => keys + values;

/** Sorts rows by key and merges those with the same key. Removes rows whose summed values are all zero. */
export function condense(shape: Shape, rows: Rows): Rows {
  const columns = width(shape);
  const condensed: Rows = [];
  for (const place of orderOf(shape, rows)) {
    const start = place * columns;
    const last = condensed.length - columns;
    if (last >= 0 && hasSameKey(shape, condensed, last, rows, start)) addValues(shape, condensed, last, rows, start);
    else {
      dropZero(shape, condensed);
      for (let column = 0; column < columns; column += 1) condensed.push(numberAt(rows, start + column));
    }
  }
  dropZero(shape, condensed);
  return condensed;
}

/** Returns the indexes of the rows, in the order of their keys. */
function orderOf(shape: Shape, rows: Rows): Uint32Array | Float64Array {
  const columns = width(shape);
  const count = rows.length / columns;
  const ranges = Array.from({ length: shape.keys }, (_, column) => rangeOf(rows, column, columns));
  const size = ranges.reduce((product, { length }) => product * length, count);
  if (size > Number.MAX_SAFE_INTEGER) {
    const order = Uint32Array.from({ length: count }, (_, place) => place);
    return order.sort((left, right) => compareKeys(shape, rows, left * columns, right * columns));
  }
  // Sorting the keys and the index as one number is five times as fast as comparing rows.
  const order = Float64Array.from({ length: count }, (_, place) => {
    let number = 0;
    for (const [column, { least, length }] of ranges.entries()) {
      number = number * length + numberAt(rows, place * columns + column) - least;
    }
    return number * count + place;
  });
  order.sort();
  for (const [index, number] of order.entries()) order[index] = number % count;
  return order;
}

function rangeOf(rows: Rows, column: number, columns: number): { least: number; length: number } {
  let [least, greatest] = [Number.POSITIVE_INFINITY, 0];
  for (let start = column; start < rows.length; start += columns) {
    const value = numberAt(rows, start);
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  return { least, length: greatest - least + 1 };
}

/** Packs condensed rows. */
export function pack(shape: Shape, rows: Rows): Buffer {
  const columns = width(shape);
  const writer = new VarintWriter(rows.length * 2 + 16);
  const before = Array.from({ length: shape.keys }, () => 0);
  for (let start = 0; start < rows.length; start += columns) {
    let same = true;
    for (let column = 0; column < shape.keys; column += 1) {
      const key = numberAt(rows, start + column);
      const distance = same ? key - numberAt(before, column) : key;
      if (distance !== 0) same = false;
      writer.write(distance);
      before[column] = key;
    }
    for (let column = shape.keys; column < columns; column += 1) writer.write(zigzag(numberAt(rows, start + column)));
  }
  return writer.bytes();
}

/** Calls the visitor with each packed row, in order. The row is the same array each time. */
export function visit(shape: Shape, bytes: Uint8Array, visitor: (row: readonly number[]) => void): void {
  const columns = width(shape);
  const row = Array.from({ length: columns }, () => 0);
  const reader = new VarintReader(bytes);
  while (!reader.done) {
    let same = true;
    for (let column = 0; column < shape.keys; column += 1) {
      const distance = reader.next();
      row[column] = same ? numberAt(row, column) + distance : distance;
      if (distance !== 0) same = false;
    }
    for (let column = shape.keys; column < columns; column += 1) row[column] = reader.nextSigned();
    visitor(row);
  }
}

/** Returns all rows of several packed tables, in no guaranteed order. */
export function unpack(shape: Shape, tables: readonly Uint8Array[]): Rows {
  const rows: Rows = [];
  for (const table of tables) {
    visit(shape, table, (row) => {
      for (const value of row) rows.push(value);
    });
  }
  return rows;
}

/** Returns a packed table with condensed rows added. Both are sorted, so neither is sorted again. */
export function add(shape: Shape, table: Uint8Array, rows: Rows): Buffer {
  if (table.length === 0) return pack(shape, rows);
  const columns = width(shape);
  const merged: Rows = [];
  let next = 0;
  visit(shape, table, (row) => {
    while (next < rows.length && compareKeysOf(shape, rows, next, row) < 0) next = copyRow(columns, merged, rows, next);
    copyRow(columns, merged, row, 0);
    if (next === rows.length || !hasSameKey(shape, rows, next, row, 0)) return;
    addValues(shape, merged, merged.length - columns, rows, next);
    next += columns;
    dropZero(shape, merged);
  });
  while (next < rows.length) next = copyRow(columns, merged, rows, next);
  return pack(shape, merged);
}

/** Appends a row and returns the position after it in its source. */
function copyRow(columns: number, into: Rows, from: readonly number[], start: number): number {
  for (let column = 0; column < columns; column += 1) into.push(numberAt(from, start + column));
  return start + columns;
}

function compareKeys(shape: Shape, rows: Rows, left: number, right: number): number {
  return compareKeysOf(shape, rows, left, rows, right);
}

function compareKeysOf({ keys }: Shape, rows: Rows, start: number, others: readonly number[], other = 0): number {
  for (let column = 0; column < keys; column += 1) {
    const difference = numberAt(rows, start + column) - numberAt(others, other + column);
    if (difference !== 0) return difference;
  }
  return 0;
}

function hasSameKey({ keys }: Shape, rows: Rows, start: number, others: readonly number[], other: number): boolean {
  for (let column = 0; column < keys; column += 1) {
    if (rows[start + column] !== others[other + column]) return false;
  }
  return true;
}

function addValues(shape: Shape, into: Rows, place: number, from: Rows, start: number): void {
  const { keys, values, greatest = [] } = shape;
  for (let column = 0; column < values; column += 1) {
    const [one, other] = [numberAt(into, place + keys + column), numberAt(from, start + keys + column)];
    into[place + keys + column] = greatest.includes(column) ? Math.max(one, other) : one + other;
  }
}

/** Removes the last row when all its summed values are zero. */
function dropZero(shape: Shape, rows: Rows): void {
  const start = rows.length - width(shape);
  if (start < 0) return;
  for (let column = 0; column < shape.values; column += 1) {
    if (!(shape.greatest ?? []).includes(column) && rows[start + shape.keys + column] !== 0) return;
  }
  rows.length = start;
}

function numberAt(rows: readonly number[], index: number): number {
  return rows[index] ?? 0;
}

const zigzag = (value: number): number => (value >= 0 ? value * 2 : -value * 2 - 1);

/** Writes whole numbers from 0 to 2⁵³ - 1. */
class VarintWriter {
  private buffer: Buffer;
  private length = 0;

  constructor(size: number) {
    this.buffer = Buffer.allocUnsafe(size);
  }

  write(value: number): void {
    if (this.length + 8 > this.buffer.length) {
      this.buffer = Buffer.concat([this.buffer], Math.max(64, this.buffer.length * 2));
    }
    let rest = value;
    while (rest >= 0x80) {
      this.buffer[this.length] = (rest % 0x80) | 0x80;
      this.length += 1;
      rest = Math.floor(rest / 0x80);
    }
    this.buffer[this.length] = rest;
    this.length += 1;
  }

  bytes(): Buffer {
    return this.buffer.subarray(0, this.length);
  }
}

/** Reads what {@link VarintWriter} wrote. */
export class VarintReader {
  private place = 0;
  private readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get done(): boolean {
    return this.place >= this.bytes.length;
  }

  /** Most numbers take one byte. */
  next(): number {
    const byte = this.bytes[this.place] ?? 0;
    this.place += 1;
    return byte < 0x80 ? byte : this.nextLong(byte);
  }

  /** Reads a zigzag-coded number: 0, -1, 1, -2 … */
  nextSigned(): number {
    const value = this.next();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  private nextLong(first: number): number {
    let value = first & 0x7f;
    for (let scale = 0x80; ; scale *= 0x80) {
      const byte = this.bytes[this.place] ?? 0;
      this.place += 1;
      if (byte < 0x80) return value + byte * scale;
      value += (byte & 0x7f) * scale;
    }
  }
}
