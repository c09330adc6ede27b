import { expect, test } from 'vitest';
import { databaseFault, isDatabaseUnavailable } from '../../src/postgres/faults.ts';

const coded = (code: string, message: string, more: object = {}): Error =>
  Object.assign(new Error(message), { code, ...more });

const rows: [error: Error, code: string, remedy: string][] = [
  [coded('ECONNREFUSED', 'connect ECONNREFUSED 10.0.0.3:5432'), 'database_unavailable', 'right host and port'],
  [coded('ENOTFOUND', 'getaddrinfo ENOTFOUND db.test'), 'database_unavailable', 'right host and port'],
  [coded('ETIMEDOUT', 'connect ETIMEDOUT 10.0.0.3:5432'), 'database_unavailable', 'right host and port'],
  [
    Object.assign(new AggregateError([coded('ECONNREFUSED', 'connect ECONNREFUSED ::1:5432')]), {
      code: 'ECONNREFUSED',
    }),
    'database_unavailable',
    '::1:5432',
  ],
  [new Error('Connection terminated due to connection timeout'), 'database_unavailable', 'right host and port'],
  [new Error('Connection terminated unexpectedly'), 'database_unavailable', 'shortly'],
  [new Error('timeout exceeded when trying to connect'), 'database_unavailable', 'COPYDESK_DATABASE_CONNECTIONS'],
  [coded('SELF_SIGNED_CERT_IN_CHAIN', 'self-signed certificate in chain'), 'database_refused', 'sslrootcert='],
  [coded('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'), 'database_refused', 'sslrootcert='],
  [
    coded('ERR_TLS_CERT_ALTNAME_INVALID', "Hostname/IP does not match certificate's altnames"),
    'database_refused',
    'host',
  ],
  [
    coded('28000', 'no pg_hba.conf entry for host "10.0.0.9", user "u", database "d", no encryption'),
    'database_refused',
    'sslmode=verify-full',
  ],
  [coded('08P01', 'unsupported startup parameter: search_path'), 'database_refused', 'ignore_startup_parameters'],
  [coded('08P01', 'query_wait_timeout'), 'database_unavailable', 'Give it more'],
  [coded('08P01', 'pgbouncer cannot connect to server'), 'database_unavailable', 'pooler'],
  [coded('XX000', 'could not find valid entry for shard 102272'), 'database_unavailable', 'shortly'],
  [coded('XX000', 'failure on connection marked as essential: 10.0.0.2:5432'), 'database_unavailable', 'that it runs'],
  [coded('08006', 'connection to the remote node c@10.0.0.2:5432 failed'), 'database_unavailable', 'that it runs'],
  [
    coded('XX000', 'ERROR:  library "citus" may not be used as an output plugin\nHINT:  If it is safe, reload.'),
    'database_refused',
    'may not be used as an output plugin). On each server: alter system set output_plugin_libraries',
  ],
  [coded('53100', 'could not extend file'), 'database_unavailable', 'disk'],
  [coded('57P01', 'terminating connection due to administrator command'), 'database_unavailable', 'shortly'],
  [coded('57P03', 'the database system is starting up'), 'database_unavailable', 'shortly'],
];

test.each(rows)('%s is %s', (error, code, remedy) => {
  const fault = databaseFault(error);
  expect(fault).toMatchObject({ code, cause: error });
  expect(fault?.message).toContain(remedy);
  expect(isDatabaseUnavailable(error)).toBe(true);
  expect(isDatabaseUnavailable(fault)).toBe(true);
});

test('a fault is converted once, however many functions it passes through', () => {
  const fault = databaseFault(coded('57P01', 'terminating'));
  expect(databaseFault(fault)).toBe(fault);
});

test('errors of statements, files and values are not faults of the database', () => {
  const others = [
    coded('23505', 'duplicate key'),
    coded('ENOENT', 'no such file', { syscall: 'open' }),
    'text',
    undefined,
  ];
  for (const error of others) {
    expect(databaseFault(error)).toBeUndefined();
    expect(isDatabaseUnavailable(error)).toBe(false);
  }
});
