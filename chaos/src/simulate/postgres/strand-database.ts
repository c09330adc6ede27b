import { Kysely, PostgresDialect } from 'kysely';
import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type { QueryResult } from 'pg';
import type { Database, Schema } from '../../../../server/src/postgres/database.ts';
import type { VirtualClock } from '../clock.ts';
import type { Outcome, Strand } from '../strand.ts';
import type { ClockedConnection } from './clocked-connection.ts';
import type { SimulationDatabase } from './simulation-database.ts';

/** The database as one strand sees it: it stops before each transaction, and what goes wrong is decided there. */
export interface StrandDatabase {
  db: Database;
  /** Whether a transaction is open. */
  isOpen: () => boolean;
  /** Whether a transaction is open that has locked something. */
  holdsLocks: () => boolean;
  /** Breaks the connection: an open transaction is undone. */
  cut: () => Promise<void>;
}

export function strandDatabase(simulation: SimulationDatabase, clock: VirtualClock, strand: Strand): StrandDatabase {
  const open = new Set<StrandClient>();
  const pool = {
    connect: () => Promise.resolve(new StrandClient({ simulation, clock, strand, open })),
    end: () => Promise.resolve(),
    options: {},
  };
  return {
    db: new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }),
    isOpen: () => open.size > 0,
    holdsLocks: () => [...open].some((client) => client.holdsLocks),
    async cut() {
      for (const client of open) await client.cut();
    },
  };
}

interface Surroundings {
  simulation: SimulationDatabase;
  clock: VirtualClock;
  strand: Strand;
  /** The clients with an open transaction. */
  open: Set<StrandClient>;
}

class StrandClient implements PostgresPoolClient {
  readonly #around: Surroundings;
  #transaction: { connection: ClockedConnection; outcome: Outcome } | undefined;
  #broken = false;
  holdsLocks = false;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query(what: unknown, values: readonly unknown[] = []): unknown {
    if (typeof what !== 'string') throw new Error('cursors are not simulated');
    return this.#answer(what, values);
  }

  release(): void {}

  async cut(): Promise<void> {
    this.#broken = true;
    await this.#end('rollback');
  }

  async #answer(text: string, values: readonly unknown[]): Promise<QueryResult> {
    if (text === 'rollback') return await this.#end('rollback');
    if (this.#broken) throw connectionLost();
    if (text === 'begin') return await this.#begin();
    if (text === 'commit') return await this.#commit();
    return this.#transaction === undefined ? await this.#alone(text, values) : await this.#within(text, values);
  }

  async #begin(): Promise<QueryResult> {
    const { simulation, clock, strand, open } = this.#around;
    const outcome = await strand.gate({ kind: 'transaction', statement: 'begin' });
    if (outcome === 'fail') throw connectionLost();
    const connection = await simulation.take();
    this.#transaction = { connection, outcome };
    open.add(this);
    connection.begin(clock.milliseconds());
    return nothing;
  }

  async #within(text: string, values: readonly unknown[]): Promise<QueryResult> {
    const { strand, clock } = this.#around;
    if (strand.slow) {
      const outcome = await strand.gate({ kind: 'statement', statement: text });
      if (outcome !== 'well') await this.cut();
    }
    const connection = this.#transaction?.connection;
    if (connection === undefined) throw connectionLost();
    this.holdsLocks ||= /^\s*(update|insert|delete|with)|for update/i.test(text);
    return await this.#run(connection, () => connection.query(text, values, clock.milliseconds()));
  }

  async #commit(): Promise<QueryResult> {
    const outcome = this.#transaction?.outcome;
    const result = await this.#end('commit');
    if (outcome === 'lose') throw connectionLost();
    return result;
  }

  async #alone(text: string, values: readonly unknown[]): Promise<QueryResult> {
    const { simulation, clock, strand } = this.#around;
    const outcome = await strand.gate({ kind: 'transaction', statement: text });
    if (outcome === 'fail') throw connectionLost();
    const connection = await simulation.take();
    try {
      const result = await this.#run(connection, () => connection.query(text, values, clock.milliseconds()));
      if (outcome === 'lose') throw connectionLost();
      return result;
    } finally {
      simulation.giveBack(connection);
    }
  }

  async #run(connection: ClockedConnection, query: () => Promise<QueryResult>): Promise<QueryResult> {
    const { strand } = this.#around;
    strand.pid = connection.pid;
    try {
      return await query();
    } finally {
      strand.pid = undefined;
    }
  }

  async #end(how: 'commit' | 'rollback'): Promise<QueryResult> {
    const transaction = this.#transaction;
    this.#transaction = undefined;
    this.holdsLocks = false;
    if (transaction === undefined) return nothing;
    const { simulation, open } = this.#around;
    try {
      return await transaction.connection.end(how);
    } finally {
      open.delete(this);
      simulation.giveBack(transaction.connection);
    }
  }
}

/** An empty answer. */
const nothing: QueryResult = { command: 'ROLLBACK', rowCount: 0, rows: [], oid: 0, fields: [] };

/** The error of pg when the server has gone away. */
export function connectionLost(): Error {
  return new Error('Connection terminated unexpectedly');
}
