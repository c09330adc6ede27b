import { CopydeskError } from '@copydesk/contract';

/**
 * An error of a database, of its pooler or of the connection to it, not of our statement: `database_unavailable` for
 * what passes by itself, `database_refused` for what its operator has to change. The message is for the operator of the
 * server, and may name hosts and roles; clients get less detail.
 */
export class DatabaseFault extends CopydeskError {}

/** A kind of fault: what it is, and what fixes it. */
interface Kind {
  is: 'database_unavailable' | 'database_refused';
  found: string;
  todo: string;
}

/** Throws an error of a query: as a {@link DatabaseFault} if it is one, else unchanged. */
export function databaseErrors(error: unknown): never {
  throw databaseFault(error) ?? error;
}

/** Throws an error of connecting, during which files are read, too. */
export function connectErrors(error: unknown): never {
  if (!(error instanceof Error) || !('syscall' in error) || error.syscall !== 'open') return databaseErrors(error);
  const detail = `A file that DATABASE_URL names cannot be read (${error.message}). Correct sslrootcert, sslcert or sslkey.`;
  throw new DatabaseFault('database_refused', detail, { cause: error });
}

/**
 * Whether a query failed because of the database and not of the query: it may succeed later, or when somebody fixes
 * that.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof CopydeskError)) return kindOf(error) !== undefined;
  return error.code === 'database_unavailable' || error.code === 'database_refused';
}

/** Whether an error is, or would be converted to, a {@link DatabaseFault}. */
export function isDatabaseFault(error: unknown): boolean {
  return error instanceof DatabaseFault || kindOf(error) !== undefined;
}

/** Converts an error to a {@link DatabaseFault}; undefined when the statement caused it. */
export function databaseFault(error: unknown): DatabaseFault | undefined {
  if (error instanceof DatabaseFault) return error;
  const kind = kindOf(error);
  if (kind === undefined) return undefined;
  const message = messageOf(error);
  const detail = `${kind.found}${message === '' ? '' : ` (${message})`}. ${kind.todo}`;
  return new DatabaseFault(kind.is, detail, {
    cause: error,
    ...(kind.is === 'database_unavailable' && { retryAfterSeconds: 2 }),
  });
}

/** Returns the error for a statement that the database did not answer in time. */
export function tooSlow(seconds: number, cause: unknown): DatabaseFault {
  return new DatabaseFault(
    'database_unavailable',
    `The database did not answer a statement within ${seconds} seconds, and it was given up. Look at the database and ` +
      'the way to it; COPYDESK_DATABASE_STATEMENT_SECONDS is how long a statement may take.',
    { retryAfterSeconds: 5, cause },
  );
}

/** Whether the server has cancelled a statement: after a time limit, or on request. */
export function isCancelled(error: unknown): boolean {
  const cause = error instanceof DatabaseFault ? error.cause : error;
  return codeOf(cause) === '57014';
}

function kindOf(error: unknown): Kind | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = codeOf(error);
  return kindByMessage(error.message) ?? kindByCall(error, code) ?? byCode[code] ?? byClass[code.slice(0, 2)];
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/**
 * When all addresses of a name fail, Node's error has no message of its own. A hint from another node of a cluster is
 * part of the message; it is removed, because our own advice replaces it.
 */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message.replace(/\nHINT: .*/s, '').replace(/\.$/, '') : '';
}

const unavailable = (found: string, todo = 'Try again shortly.'): Kind => ({ is: 'database_unavailable', found, todo });
const databaseRefused = (found: string, todo: string): Kind => ({ is: 'database_refused', found, todo });

const unreachable = unavailable(
  'The database cannot be reached',
  'Check that it runs, and that DATABASE_URL has the right host and port.',
);
const connectionLost = unavailable('The connection to the database broke');
const serverEnded = unavailable('The database was shut down or is starting');
const untrusted = databaseRefused(
  'The certificate of the database is not trusted',
  'Give the certificates of its authority: add sslmode=verify-full&sslrootcert=/path/to/ca.pem to DATABASE_URL. ' +
    'sslmode=no-verify encrypts without checking who answers.',
);
const login = databaseRefused('The database refused the login', 'Check user and password in DATABASE_URL.');
const full = (what: string): Kind => unavailable(`The database has no more ${what}`, 'Give it more.');

/** Errors of pg, pg-pool and PgBouncer that have no code. */
const messages: [RegExp, Kind][] = [
  [
    /unsupported startup parameter/i,
    databaseRefused(
      'The pooler refuses a parameter of the connection',
      "Leave it out of DATABASE_URL, or name it in PgBouncer's ignore_startup_parameters.",
    ),
  ],
  [
    /does not support SSL connections/,
    databaseRefused('The database takes no TLS', 'Leave sslmode out of DATABASE_URL, or set it to disable.'),
  ],
  [
    /no pg_hba\.conf entry.*no encryption/,
    databaseRefused('The database accepts only connections with TLS', 'Add sslmode=verify-full to DATABASE_URL.'),
  ],
  [
    /timeout exceeded when trying to connect/,
    unavailable(
      'No connection to the database became free in time',
      'Give the process more with COPYDESK_DATABASE_CONNECTIONS, or find out what uses them.',
    ),
  ],
  [
    /^timeout expired|due to connection timeout/,
    { ...unreachable, found: 'The database accepted no connection within the allowed time' },
  ],
  [/query_wait_timeout|max_client_conn|no more connections allowed/, full('connections, says its pooler')],
  [
    /could not find valid entry for shard|shard for the given value does not exist/,
    unavailable('The cluster is currently moving a part of a table to another node'),
  ],
  [
    /failure on connection marked as essential|SSL SYSCALL error|connection to the remote node/,
    unavailable(
      'A node of the cluster cannot be reached, or broke off',
      'Its projects wait for it; check that it runs.',
    ),
  ],
  [
    // Since 15.19 and its sibling releases, PostgreSQL has a list of libraries that are allowed; Citus must be added to
    // it.
    /may not be used as an output plugin/,
    databaseRefused(
      'A server of the cluster does not let Citus copy rows while they change',
      "On each server: alter system set output_plugin_libraries = 'pgoutput', 'test_decoding', 'citus'; select " +
        'pg_reload_conf(). Then run the command again: it continues where it stopped.',
    ),
  ],
  [/^(Connection terminated|Client has encountered a connection error|Client was closed)/, connectionLost],
];

function kindByMessage(message: string): Kind | undefined {
  return messages.find(([said]) => said.test(message))?.[1];
}

/** A socket that does not exist, or that the server's user has not opened yet. */
function kindByCall(error: Error, code: string): Kind | undefined {
  const isMissing = (code === 'ENOENT' || code === 'EACCES') && 'syscall' in error;
  return isMissing && error.syscall === 'connect' ? unreachable : undefined;
}

/** Codes of the system, of OpenSSL (as Node names them) and of PostgreSQL's appendix A. */
const byCode: Readonly<Record<string, Kind>> = {
  ECONNREFUSED: unreachable,
  ECONNRESET: connectionLost,
  EPIPE: connectionLost,
  ETIMEDOUT: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ENOTFOUND: unreachable,
  EAI_AGAIN: unreachable,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  CERT_HAS_EXPIRED: databaseRefused('The certificate of the database has expired', 'Renew it at the database.'),
  ERR_TLS_CERT_ALTNAME_INVALID: databaseRefused(
    'The certificate of the database is for another host',
    'Write the host of DATABASE_URL as in the certificate.',
  ),
  '25006': unavailable(
    'The database is read-only: a replica, or a primary that was demoted',
    'Copydesk goes on once DATABASE_URL leads to the primary.',
  ),
  '25P03': unavailable('The database ended a transaction that was idle for too long'),
  '42501': databaseRefused(
    'The role of DATABASE_URL lacks a right',
    'As the owner of the database, let it create tables: grant create, usage on schema public to …; or make it the ' +
      'owner of what is there: reassign owned by … to ….',
  ),
  '57014': unavailable(
    'The database ended a statement',
    'Where its statement_timeout is short, give the role of Copydesk a longer one: alter role … set statement_timeout = ' +
      "'60s'.",
  ),
  '57P01': serverEnded,
  '57P02': serverEnded,
  '57P03': serverEnded,
  '57P05': connectionLost,
  '53100': full('room on its disk'),
  '53200': full('memory'),
  '53300': unavailable(
    'The database has no more connections',
    'Give each process fewer with COPYDESK_DATABASE_CONNECTIONS, or raise max_connections.',
  ),
  '3D000': databaseRefused('The database is not there', 'Create it, or correct its name in DATABASE_URL.'),
};

/** 08: connection exceptions; 28: logins; 53: insufficient resources; 58: errors of the system below PostgreSQL. */
const byClass: Readonly<Record<string, Kind>> = {
  '08': unavailable(
    'The connection to the database was refused or broke',
    'Its log, or that of the pooler, says more.',
  ),
  '28': login,
  '53': full('resources'),
  '58': unavailable('The operating system of the database failed', 'Its log says more.'),
};
