import { sql } from 'kysely';
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { Client } from 'pg';
import type { Pool, PoolClient } from 'pg';
import { CopyCursor } from './copy-cursor.ts';

const mark = '/* planned once */';

/**
 * Begins a statement that each connection plans once, because that takes as long as running it: 0.6 of the 1.35 ms that
 * storing a step takes PostgreSQL. Only for statements whose text is one of a few, whatever their values are: a connection
 * keeps each of them.
 */
export const plannedOnce = sql.raw(mark);

/** The pool as Kysely takes it, which says of no statement that it is to be kept. */
export function planningOnce(pool: Pool): PostgresPool {
  const clients = new WeakMap<PoolClient, PlanningClient>();
  const names = new Map<string, string>();
  const nameOf = (text: string): string => {
    const name = names.get(text) ?? `planned_${names.size + 1}`;
    names.set(text, name);
    return name;
  };
  return {
    Client,
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      // Kysely keeps something for each that it knows.
      const known = clients.get(client) ?? new PlanningClient(client, nameOf);
      clients.set(client, known);
      return known;
    },
  };
}

class PlanningClient implements PostgresPoolClient {
  readonly #client: PoolClient;
  readonly #nameOf: (text: string) => string;

  constructor(client: PoolClient, nameOf: (text: string) => string) {
    this.#client = client;
    this.#nameOf = nameOf;
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query(what: unknown, values: readonly unknown[] = []): unknown {
    if (what instanceof CopyCursor) return this.#client.query(what);
    if (typeof what !== 'string') throw new Error('no other cursor is known');
    if (!what.startsWith(mark)) return this.#client.query(what, [...values]);
    return this.#client.query({ name: this.#nameOf(what), text: what, values: [...values] });
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy);
  }
}
