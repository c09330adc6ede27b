import { z } from 'zod';

/** Where the database is and how it is spoken to, as the environment says. */
export interface DatabaseSettings {
  /** Past a pooler, for what needs a session of its own; undefined: by the same way as all else. */
  directUrl: string | undefined;
  /** How long the server may take to let a connection in, and to answer a statement. */
  connectSeconds: number;
  statementSeconds: number;
  /** Connections of one process at most: of requests and commands, and of its worker. */
  connections: number;
  workerConnections: number;
}

/** The forms of these settings. */
export const databaseForms = {
  url: z.string().refine(
    // PostgreSQL's addresses may leave the host out (`user@/name?host=/run/postgresql`), which URL does not take.
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

/** The settings by the names that they have in the environment, once each is of its form. */
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
