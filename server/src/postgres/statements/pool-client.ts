import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { Client } from 'pg';
import type { ClientConfig, Pool, PoolClient } from 'pg';
import { breakConnection, cancelStatement, isAtWork, processOf } from '../backend.ts';
import { CopyCursor } from './copy-cursor.ts';
import { connectErrors, databaseErrors, isDatabaseUnavailable, tooSlow } from '../faults.ts';
import { awaitInTime } from './in-time.ts';
import { longLimit } from './long-statements.ts';
import { plannedName } from './planned-once.ts';

/** Rules for every connection of a pool. */
export interface CallRules {
  config: ClientConfig;
  /** How long a statement may take, unless its transaction allows more. */
  statementMilliseconds: number;
  /** After how long the server ends a transaction of a silent client. */
  idleInTransactionMilliseconds: number;
}

/**
 * Wraps the pool for Kysely. A statement that takes too long is cancelled. When even the cancel request has no effect,
 * its connection is broken, together with those that have not been heard from since, because they may hang in the same
 * way. An error that the statement did not cause is thrown as a {@link DatabaseFault}.
 *
 * Nothing is kept in sessions: a pooler may give the server connection to another client after each transaction.
 */
export function guardedPool(pool: Pool, rules: CallRules): PostgresPool {
  const clients = new WeakMap<PoolClient, GuardedClient>();
  const silence = { since: -Infinity };
  return {
    Client,
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      for (;;) {
        const client = await connectTo(pool);
        // Kysely keeps state for each client object, so each client keeps its wrapper.
        const known = clients.get(client) ?? new GuardedClient(client, rules, silence);
        clients.set(client, known);
        if (known.wasHeardSince(silence.since)) return known;
        known.release(true);
      }
    },
  };
}

async function connectTo(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    return connectErrors(error);
  }
}

class GuardedClient implements PostgresPoolClient {
  readonly #client: PoolClient;
  readonly #rules: CallRules;
  readonly #silence: { since: number };
  #heardAt = performance.now();
  #isPooled: boolean | undefined;
  /** Set in a transaction whose statements are known to be long: the limit, and the server process that executes it. */
  #long: { milliseconds: number; processId: number } | undefined;

  constructor(client: PoolClient, rules: CallRules, silence: { since: number }) {
    this.#client = client;
    this.#rules = rules;
    this.#silence = silence;
  }

  wasHeardSince(moment: number): boolean {
    return this.#heardAt >= moment;
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query(what: unknown, values: readonly unknown[] = []): unknown {
    if (what instanceof CopyCursor) {
      what.watch((answer) => this.#inTime(answer));
      return this.#client.query(what);
    }
    if (typeof what !== 'string') throw new Error('no other cursor is known');
    return this.#run(what, [...values]);
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy);
  }

  async #run(text: string, values: unknown[]): Promise<unknown> {
    if (isBegin.test(text)) return await this.#inTime(this.#client.query(`${text}; ${this.#transactionSettings()}`));
    if (text === 'commit' || text === 'rollback') this.#long = undefined;
    const name = plannedName(text);
    if (name !== undefined && !(await this.#isBehindPooler())) {
      return await this.#inTime(this.#client.query({ name, text, values }));
    }
    const result = await this.#inTime(this.#client.query<{ pid?: number }>(text, values));
    const milliseconds = longLimit(text);
    if (milliseconds !== undefined) this.#long = { milliseconds, processId: result.rows[0]?.pid ?? 0 };
    return result;
  }

  /** A statement, because poolers refuse this setting as a connection parameter. */
  #transactionSettings(): string {
    return `set local idle_in_transaction_session_timeout = ${this.#rules.idleInTransactionMilliseconds}`;
  }

  /** A pooler names invented process ids to its clients. */
  async #isBehindPooler(): Promise<boolean> {
    if (this.#isPooled === undefined) {
      const asked = this.#client.query<{ pid: number }>('select pg_backend_pid() as pid');
      const { rows } = await this.#inTime(asked);
      this.#isPooled = rows[0]?.pid !== processOf(this.#client);
    }
    return this.#isPooled;
  }

  async #inTime<T>(answer: Promise<T>): Promise<T> {
    const sentAt = performance.now();
    try {
      return await awaitInTime(answer, {
        milliseconds: this.#rules.statementMilliseconds,
        goesOn: () => this.#isAtWork(sentAt),
        giveUp: () => cancelStatement(this.#client),
        breakOff: () => this.#breakOff(sentAt),
        late: (error) =>
          isDatabaseUnavailable(error) ? tooSlow(this.#rules.statementMilliseconds / 1000, error) : error,
      });
    } catch (error) {
      return databaseErrors(error);
    } finally {
      this.#heardAt = performance.now();
    }
  }

  async #isAtWork(sentAt: number): Promise<boolean> {
    if (this.#long === undefined || performance.now() - sentAt >= this.#long.milliseconds) return false;
    return await isAtWork(this.#rules.config, this.#long.processId);
  }

  #breakOff(sentAt: number): void {
    this.#silence.since = Math.max(this.#silence.since, sentAt);
    breakConnection(this.#client);
  }
}

const isBegin = /^(begin|start transaction)\b/;
