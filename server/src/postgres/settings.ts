import { z } from 'zod';

/** Where the database is and how to connect to it, from the environment. */
export interface DatabaseSettings {
  /**
   * The address that bypasses a pooler, for what needs a session of its own; undefined: the same address as for all
   * else.
   */
  directUrl: string | undefined;
  /** How many seconds the server may take to accept a connection, and to answer a statement. */
  connectSeconds: number;
  statementSeconds: number;
  /** The maximum of connections of one process: of requests and commands, and of its worker. */
  connections: number;
  workerConnections: number;
}

/** The schemas of these settings. */
export const databaseForms = {
  url: z.string().refine(
    // PostgreSQL's addresses may omit the host (`user@/name?host=/run/postgresql`), which URL does not accept.
    (url) => /^postgres(ql)?:\/\//.test(url) && URL.canParse(url.replace('@/', '@localhost/')),
    'must be an address such as postgresql://user@host/name',
  ),
  seconds: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, 'must be a whole number of seconds from 1 to 999')
    .transform(Number),
  connections: z
    .string()
    .regex(/^([2-9]|[1-9]\d{1,2})$/, 'must be a whole number of connections from 2 to 999')
    .transform(Number),
};

/** Reads the settings from validated environment variables. */
export function readDatabase(values: {
  DATABASE_DIRECT_URL?: string | undefined;
  COPYDESK_DATABASE_CONNECT_SECONDS: number;
  COPYDESK_DATABASE_STATEMENT_SECONDS: number;
  COPYDESK_DATABASE_CONNECTIONS: number;
  COPYDESK_DATABASE_WORKER_CONNECTIONS: number;
}): DatabaseSettings {
  return {
    directUrl: values.DATABASE_DIRECT_URL,
    connectSeconds: values.COPYDESK_DATABASE_CONNECT_SECONDS,
    statementSeconds: values.COPYDESK_DATABASE_STATEMENT_SECONDS,
    connections: values.COPYDESK_DATABASE_CONNECTIONS,
    workerConnections: values.COPYDESK_DATABASE_WORKER_CONNECTIONS,
  };
}
