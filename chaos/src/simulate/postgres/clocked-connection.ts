import { Client } from 'pg';
import type { QueryResult, QueryResultRow } from 'pg';
import { clientConfig } from '../../../../server/src/postgres/connection.ts';
import type { Connection } from '../../../../server/src/postgres/connection.ts';

/** A connection whose statements see the simulation's time: see `makeClock`. */
export class ClockedConnection {
  readonly #client: Client;
  /** The process that serves it. */
  readonly pid: number;
  /** What the session's two settings hold; undefined when a rollback may have taken them back. */
  #shown: { at: number; begunAt: number } | undefined;
  #begunAt: number | undefined;

  private constructor(client: Client, pid: number) {
    this.#client = client;
    this.pid = pid;
  }

  static async open(connection: Connection): Promise<ClockedConnection> {
    const client = new Client({ ...clientConfig({ connection }), application_name: 'simulation' });
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return new ClockedConnection(client, rows[0]?.pid ?? 0);
  }

  async begin(at: number): Promise<QueryResult> {
    await this.#show(at, at);
    const result = await this.#client.query('begin');
    this.#begunAt = at;
    return result;
  }

  async end(how: 'commit' | 'rollback'): Promise<QueryResult> {
    this.#begunAt = undefined;
    if (how === 'rollback') this.#shown = undefined;
    return await this.#client.query(how);
  }

  async query<Row extends QueryResultRow>(
    text: string,
    values: readonly unknown[],
    at: number,
  ): Promise<QueryResult<Row>> {
    await this.#show(at, this.#begunAt ?? at);
    return await this.#client.query<Row>({ name: nameOf(text), text, values: [...values] });
  }

  close(): Promise<void> {
    return this.#client.end();
  }

  async #show(at: number, begunAt: number): Promise<void> {
    if (this.#shown?.at === at && this.#shown.begunAt === begunAt) return;
    await this.#client.query(`set simulation.at = ${literal(at)}; set simulation.begun_at = ${literal(begunAt)}`);
    this.#shown = { at, begunAt };
  }
}

function literal(milliseconds: number): string {
  return `'${new Date(milliseconds).toISOString()}'`;
}

/** The product has a few hundred different statements: each is planned once a connection, not once a use. */
const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}
