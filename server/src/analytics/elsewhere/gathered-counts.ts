import { sql } from 'kysely';
import { CopydeskError } from '@copydesk/contract';
import type { DatabaseTransaction } from '../../postgres/database.ts';
import { pagePath } from '../collect/page-path.ts';
import { numberArray, plainArray } from '../store/arrays.ts';
import type { ExportRow, LeftOutReason, ReaderElsewhere } from './product.ts';

/** How many counts are kept before they are written: in hits sorted by time, many are for one page and day. */
const maximumBuffered = 20_000;
/** Kinds of readers are stored for ever, and real exports have few. */
const mostReaders = 1_000;
const mostHosts = 100;

/**
 * Adds up the rows of an export by day, page and reader, in a table that is dropped at the end of the transaction: an
 * export may have more pages and days than fit into memory.
 */
export class GatheredCounts {
  /** Lines with counts: some products write several counts on one line. */
  rows = 0;
  readonly leftOut: Record<LeftOutReason, number> = { bots: 0, events: 0, hosts: 0, paths: 0 };
  readonly hosts = new Set<string>();
  readonly readers: ReaderElsewhere[] = [];
  private readonly places = new Map<string, number>();
  private lastLine = 0;
  private held = new Map<string, Count>();
  private readonly transaction: DatabaseTransaction;
  private readonly host: string | undefined;

  constructor(transaction: DatabaseTransaction, host: string | undefined) {
    this.transaction = transaction;
    this.host = host?.toLowerCase();
  }

  async open(): Promise<void> {
    await sql`
      create temporary table count_from_elsewhere (day date, path text, reader integer, views bigint) on commit drop
    `.execute(this.transaction);
  }

  beginFile(): void {
    this.lastLine = 0;
  }

  async add(row: ExportRow): Promise<void> {
    if (row.line !== this.lastLine) this.rows += 1;
    this.lastLine = row.line;
    const { host, leftOut } = row;
    if (host !== undefined && this.hosts.size < mostHosts) this.hosts.add(host);
    const page = row.path === '(other)' ? row : pagePath(row.path);
    if (leftOut !== undefined) this.leftOut[leftOut] += row.views;
    else if (this.host !== undefined && host !== undefined && host !== this.host) this.leftOut.hosts += row.views;
    else if ('drop' in page) this.leftOut.paths += row.views;
    else if (row.views > 0)
      this.hold({ day: row.day, path: page.path, reader: this.placeOf(row.reader), views: row.views });
    if (this.held.size >= maximumBuffered) await this.flush();
  }

  async flush(): Promise<void> {
    const counts = [...this.held.values()];
    this.held = new Map();
    if (counts.length === 0) return;
    await sql`
      insert into count_from_elsewhere
      select * from unnest(
        ${plainArray(counts.map(({ day }) => day))}::date[], ${counts.map(({ path }) => path)}::text[],
        ${numberArray(counts.map(({ reader }) => reader))}::int[], ${numberArray(counts.map(({ views }) => views))}::int8[]
      )
    `.execute(this.transaction);
  }

  private hold(count: Count): void {
    const key = `${count.day} ${count.reader} ${count.path}`;
    const before = this.held.get(key);
    if (before === undefined) this.held.set(key, count);
    else before.views += count.views;
  }

  private placeOf(reader: ReaderElsewhere): number {
    const key = JSON.stringify(reader);
    const known = this.places.get(key);
    if (known !== undefined) return known;
    if (this.readers.length === mostReaders) {
      throw new CopydeskError('file_refused', `There are more than ${mostReaders} agents. Nothing is counted.`);
    }
    this.places.set(key, this.readers.length);
    return this.readers.push(reader) - 1;
  }
}

interface Count {
  day: string;
  path: string;
  /** An index into the readers. */
  reader: number;
  views: number;
}
