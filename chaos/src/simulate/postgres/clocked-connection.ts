import { Client } from 'pg';
import type { QueryResult, QueryResultRow } from 'pg';
import { clientConfig } from '../../../../server/src/postgres/connection.ts';
import type { Connection } from '../../../../server/src/postgres/connection.ts';

/** A connection whose statements see the simulation's time: see `makeClock`. */
export class ClockedConnection {
  readonly #client: Client;
  /** The PostgreSQL process that serves it. */
  readonly pid: number;
  /** The values of the session's two settings; undefined when a rollback may have undone them. */
  #shown: { at: number; begunAt: number } | undefined;
  #begunAt: number | undefined;
  /** Statements whose answers are awaited with that of the next one. */
  readonly #sent: Promise<unknown>[] = [];

  private constructor(client: Client, pid: number) {
    this.#client = client;
    this.pid = pid;
  }

  static async open(connection: Connection): Promise<ClockedConnection> {
    const client = new Client({ ...clientConfig({ connection, applicationName: 'simulation' }), pipeline: true });
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return new ClockedConnection(client, rows[0]?.pid ?? 0);
  }

  /** Sent to the server together with the first statement, which reports its failure. */
  begin(at: number): void {
    this.#show(at, at);
    this.#send('begin');
    this.#begunAt = at;
  }

  async end(how: 'commit' | 'rollback'): Promise<QueryResult> {
    this.#begunAt = undefined;
    if (how === 'rollback') this.#shown = undefined;
    await Promise.all(this.#sent.splice(0));
    return await this.#client.query(how);
  }

  async query<Row extends QueryResultRow>(
    text: string,
    values: readonly unknown[],
    at: number,
  ): Promise<QueryResult<Row>> {
    this.#show(at, this.#begunAt ?? at);
    const sent = this.#sent.splice(0);
    const answer = this.#client.query<Row>({ name: nameOf(text), text, values: [...values] });
    await Promise.all(sent);
    return await answer;
  }

  close(): Promise<void> {
    return this.#client.end();
  }

  #show(at: number, begunAt: number): void {
    if (this.#shown?.at === at && this.#shown.begunAt === begunAt) return;
    this.#send(`set simulation.at = ${literal(at)}; set simulation.begun_at = ${literal(begunAt)}`);
    this.#shown = { at, begunAt };
  }

  #send(text: string): void {
    const answer = this.#client.query(text);
    // The next statement reports the error. Until then nobody handles it.
    answer.catch(() => {});
    this.#sent.push(answer);
  }
}

function literal(milliseconds: number): string {
  return `'${new Date(milliseconds).toISOString()}'`;
}

/** The product has a few hundred different statements: each is planned once per connection, not once per use. */
const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}
