import { Purpose, SourceName } from '@copydesk/contract';
import type { CountedBy } from '@copydesk/contract';
import { BoundedMap } from '../../bounded-map.ts';
import type { Database } from '../../../postgres/database.ts';
import { classes } from '../../store/tables.ts';
import type { ViewClass } from '../../store/tables.ts';
import type { Snapshot } from '../snapshot.ts';

/** What a view is counted as. */
export interface Kind {
  number: number;
  class: ViewClass;
  agent: string;
  operator: string;
  /** Null unless the class is `ai`. */
  purpose: Purpose | null;
  /** The other product that counted it; null for Copydesk. */
  source: SourceName | null;
}

/** Which views count: those that match every given field. */
export interface KindFilter {
  purpose?: Purpose;
  /** Compared without case. */
  agent?: string;
  /** The product that counted them; also filters people. */
  source?: CountedBy;
}

/** Returns whether only AI views count. */
export const isFiltered = ({ purpose, agent }: KindFilter): boolean => purpose !== undefined || agent !== undefined;

/** The kinds of a project by number. A number is never reused. */
export class Kinds {
  private readonly byNumber: (Kind | undefined)[] = [];
  /** The kinds that other products have counted, by number. */
  private readonly elsewhere = new Map<number, Kind & { source: SourceName }>();

  constructor(kinds: readonly Kind[]) {
    for (const kind of kinds) {
      const { number, source } = kind;
      this.byNumber[number] = kind;
      if (source !== null) this.elsewhere.set(number, { ...kind, source });
    }
  }

  /** Whether counts of other products were ever imported. */
  get hasSources(): boolean {
    return this.elsewhere.size > 0;
  }

  fromElsewhere(number: number): (Kind & { source: SourceName }) | undefined {
    return this.elsewhere.get(number);
  }

  get greatest(): number {
    return Math.max(0, this.byNumber.length - 1);
  }

  get(number: number): Kind | undefined {
    return this.byNumber[number];
  }

  /** Returns the class of each kind that passes the filter, by number. A filter by agent or purpose passes only AI. */
  classes(filter: KindFilter = {}): (ViewClass | undefined)[] {
    const agent = filter.agent?.toLowerCase();
    return this.byNumber.map((kind) => {
      if (kind === undefined) return undefined;
      if (filter.source !== undefined && (kind.source ?? 'copydesk') !== filter.source) return undefined;
      if (!isFiltered(filter)) return kind.class;
      if (filter.purpose !== undefined && kind.purpose !== filter.purpose) return undefined;
      if (agent !== undefined && kind.agent.toLowerCase() !== agent) return undefined;
      return kind.class === 'ai' ? kind.class : undefined;
    });
  }
}

/** Kinds are few and never change: those of a thousand projects are cached for each database. */
const caches = new WeakMap<Database, BoundedMap<number, Kinds>>();

/** Returns all kinds that the snapshot may have views of. */
export async function readKinds(snapshot: Snapshot): Promise<Kinds> {
  const { db, transaction, projectId } = snapshot;
  const known = caches.get(db) ?? new BoundedMap<number, Kinds>(1_000);
  caches.set(db, known);
  const kinds = known.get(projectId);
  if (kinds !== undefined && kinds.greatest >= snapshot.kinds) return kinds;
  const rows = await transaction
    .selectFrom('view_kind')
    .select(['number', 'class', 'agent', 'operator', 'purpose', 'source'])
    .where('project_id', '=', projectId)
    .execute();
  const read = new Kinds(
    rows.map((row) => ({
      number: row.number,
      agent: row.agent,
      operator: row.operator,
      class: classes.find((name) => name === row.class) ?? 'bot',
      purpose: Purpose.safeParse(row.purpose).data ?? null,
      source: row.source === '' ? null : (SourceName.safeParse(row.source).data ?? 'csv'),
    })),
  );
  known.set(projectId, read);
  return read;
}
