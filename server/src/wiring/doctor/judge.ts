import { editDistance } from '../../docs/text/edit-distance.ts';
import { baseAddress, settingNames } from '../../settings.ts';
import { adviceOn } from '../health/advice.ts';
import { runtimeWeakness } from '../start/runtime.ts';
import { gitShortcoming } from '../start/git-version.ts';
import type { Finding } from '../../operator/operator.ts';
import type { DatabaseFacts, Facts, FolderFacts } from './facts.ts';

/** Returns everything that is wrong, each once, with what to do about it. */
export function judge(facts: Facts): Finding[] {
  const { database } = facts;
  return [
    ...judgeSettings(facts),
    ...judgePrograms(facts),
    ...judgeFolder(facts.folder, facts.settings?.databaseUrl !== undefined),
    ...judgePort(facts),
    ...judgeMail(facts),
    ...(database === undefined
      ? []
      : 'fault' in database
        ? [wrongFinding('database', database.fault, remedyOfDatabase)]
        : judgeDatabase(database, facts)),
  ];
}

const remedyOfDatabase = 'Make sure that it runs and that DATABASE_URL leads to it: /docs/operating, "The database".';

const wrongFinding = (about: string, found: string, todo: string): Finding => ({
  about,
  severity: 'wrong',
  found,
  todo,
});
const unwiseFinding = (about: string, found: string, todo: string): Finding => ({
  about,
  severity: 'unwise',
  found,
  todo,
});

/** Variables of the command, and of the clients in the documentation. */
const otherNames = [
  'COPYDESK_ALLOW_HTTP',
  'COPYDESK_COOKIE',
  'COPYDESK_DEBUG',
  'COPYDESK_KEY',
  'COPYDESK_PROFILE',
  'COPYDESK_PROJECT',
  'COPYDESK_TOKEN',
  'COPYDESK_TRIGGER_SECRET',
];

function judgeSettings({ names, settingsErrors, settings, database }: Facts): Finding[] {
  const invalid = settingsErrors.map(({ parameter, detail }) =>
    wrongFinding(parameter ?? 'settings', `${parameter} ${detail}.`, 'Correct it: /docs/settings has all settings.'),
  );
  const known = [...settingNames, ...otherNames];
  const unknown = names
    .filter((name) => !known.includes(name) && !name.startsWith('COPYDESK_TEST_'))
    .map((name) => {
      const meant = known.find((each) => editDistance(each, name, 2) !== undefined);
      const todo = meant === undefined ? 'Remove it: /docs/settings has all settings.' : `Did you mean ${meant}?`;
      return wrongFinding(name, `${name} is not a setting, and has no effect.`, todo);
    });
  const seen = { host: '', forwardedProtocol: undefined, isForwarded: false };
  const owners = database === undefined || 'fault' in database ? 1 : database.owners;
  const modelKeys = database === undefined || 'fault' in database ? [] : database.keysOfModels;
  const advice =
    settings === undefined
      ? []
      : adviceOn(settings, {
          url: baseAddress(settings),
          seen,
          // It is judged with the other programs.
          gitVersion: null,
          owners,
          projectsBringKeys: modelKeys.some((provider) => settings.model.startsWith(`${provider}/`)),
        }).map(({ setting, severity, found, todo }) => ({ about: setting, severity, found, todo }));
  return [...invalid, ...unknown, ...advice];
}

function judgePrograms({ node, git }: Facts): Finding[] {
  const weakness = runtimeWeakness(node);
  const shortcoming = gitShortcoming(git);
  return [
    ...(weakness === undefined ? [] : [wrongFinding('Node', weakness, 'Install it, and restart Copydesk.')]),
    ...(shortcoming === undefined ? [] : [wrongFinding('git', shortcoming, 'Restart Copydesk then.')]),
  ];
}

function judgeFolder(folder: FolderFacts, isElsewhere: boolean): Finding[] {
  const findings: Finding[] = [];
  if (!folder.hasDatabase && !isElsewhere && folder.databaseAbove !== undefined) {
    const found = `There is no database in ${folder.path}, and there is one in ${folder.databaseAbove}.`;
    findings.push(wrongFinding('folder', found, `Go there, or set COPYDESK_DATA_DIR=${folder.databaseAbove}`));
  }
  if (!folder.isThere) return findings;
  if (!folder.isWritable) {
    const todo = 'Run Copydesk as its owner, change the owner, or set COPYDESK_DATA_DIR.';
    findings.push(wrongFinding('folder', `This user may not write ${folder.path}.`, todo));
  }
  if (folder.freeBytes < Math.min(folder.totalBytes * 0.05, 2e9)) {
    const found = `Only ${(folder.freeBytes / 1e6).toFixed(0)} MB are free on the disk of ${folder.path}.`;
    findings.push(wrongFinding('disk', found, 'Free some space: /docs/operating says what is in the data folder.'));
  }
  if (folder.keyMode !== undefined && (folder.keyMode & 0o077) !== 0) {
    const found = 'Other users than its owner may read or change secret.key: it is refused.';
    findings.push(wrongFinding('secret key', found, `chmod 600 ${folder.path}/secret.key`));
  }
  if (folder.lastCrash !== undefined) {
    const todo = 'Look at the lines before it in postgres/server.log of the data folder.';
    findings.push(unwiseFinding('last crash', `The embedded PostgreSQL ended by itself: ${folder.lastCrash}`, todo));
  }
  return findings;
}

function judgePort({ port, settings }: Facts): Finding[] {
  if (port !== 'other' || settings === undefined) return [];
  const found = `Another program listens at ${settings.host}, port ${settings.port}.`;
  return [wrongFinding('port', found, 'End it, or set COPYDESK_PORT to a free one.')];
}

function judgeMail({ mailFault }: Facts): Finding[] {
  if (mailFault === undefined) return [];
  const todo =
    'Correct COPYDESK_SMTP_URL, or make sure that the server runs and accepts connections from this machine: /docs/reports, "By e-mail".';
  return [wrongFinding('mail', mailFault, todo)];
}

function judgeDatabase(database: DatabaseFacts, { settings }: Facts): Finding[] {
  return [
    ...judgeServer(database),
    ...judgeSchema(database),
    ...judgeConnections(database, settings?.database.connections ?? 0, settings?.database.workerConnections ?? 0),
    ...judgeWork(database),
  ];
}

function judgeServer(database: DatabaseFacts): Finding[] {
  const findings: Finding[] = [];
  if (database.versionNumber < 150_000) {
    findings.push(
      wrongFinding('database', `It is PostgreSQL ${database.version}; 15 or newer is needed.`, 'Upgrade it.'),
    );
  }
  if (!database.isLocal && !database.isEncrypted) {
    const todo = 'Add sslmode=verify-full to DATABASE_URL: /docs/managed-postgresql.';
    findings.push(
      unwiseFinding('TLS', 'The connection to the database is not encrypted, and leaves this machine.', todo),
    );
  }
  if (!database.isLocal && database.isSuperuser) {
    const found = 'Copydesk connects as a superuser of the database.';
    findings.push(unwiseFinding('role', found, 'Give it a role of its own, which owns its database and nothing else.'));
  }
  if (Math.abs(database.clockSkewSeconds) > 5) {
    const found = `The clocks of this machine and of the database differ by ${database.clockSkewSeconds.toFixed(0)} seconds.`;
    findings.push(wrongFinding('clock', found, 'Let both follow a time server (NTP).'));
  }
  return findings;
}

function judgeSchema(database: DatabaseFacts): Finding[] {
  const findings: Finding[] = [];
  if (database.moved !== null) {
    const { to, at } = database.moved;
    const found = `The database was moved to ${to} at ${at.toISOString()}, and nothing starts on this one.`;
    const todo = 'Set DATABASE_URL to where it is now, or run "copydesk database move --undo": /docs/backup.';
    findings.push(wrongFinding('moved', found, todo));
  }
  if (!database.mayCreate) {
    const todo = 'alter schema public owner to …, or grant create on it: migrations make tables.';
    findings.push(wrongFinding('role', 'The role may not create tables in its schema.', todo));
  }
  if (database.unknownMigrations.length > 0) {
    const found = `The database was made by a newer Copydesk: it has schema ${Math.max(...database.unknownMigrations)}.`;
    findings.push(wrongFinding('schema', found, 'Run the newer version, or restore a backup: /docs/upgrading.'));
  }
  if (database.missingMigrations.length > 0) {
    const found = `${database.missingMigrations.length} changes of the schema are not applied yet.`;
    findings.push(unwiseFinding('schema', found, 'Make a backup, and start Copydesk: /docs/upgrading.'));
  }
  if (!database.autovacuum) {
    const found = 'autovacuum is off: tables grow, and query plans use outdated statistics.';
    findings.push(wrongFinding('statistics', found, 'Set autovacuum = on in the database.'));
  } else if (database.staleTables.length > 0 && database.workersAlive === 0) {
    const found = `Tables have doubled since they were last analysed: ${database.staleTables.join(', ')}.`;
    findings.push(
      unwiseFinding('statistics', found, 'Start a worker, which analyses them, or run "analyze" in the database.'),
    );
  }
  return findings;
}

function judgeConnections(
  { connections, maximumConnections }: DatabaseFacts,
  ofRequests: number,
  ofWorker: number,
): Finding[] {
  const needed = ofRequests + ofWorker + 1;
  if (needed > maximumConnections) {
    const found = `One process may take ${needed} connections, and the database lets in ${maximumConnections}.`;
    return [wrongFinding('connections', found, 'Raise max_connections, or lower COPYDESK_DATABASE_CONNECTIONS.')];
  }
  if (connections <= maximumConnections * 0.9) return [];
  const found = `${connections} of the ${maximumConnections} connections of the database are in use.`;
  return [unwiseFinding('connections', found, 'Raise max_connections, or put a pooler in between: /docs/operating.')];
}

function judgeWork(database: DatabaseFacts): Finding[] {
  const findings: Finding[] = [];
  if (database.activeJobs > 0 && database.workersAlive === 0) {
    const found = `${database.activeJobs} jobs are active, and no worker is running.`;
    findings.push(wrongFinding('workers', found, 'Start one: copydesk work'));
  }
  for (const name of database.expiringKeys) {
    const todo = `Rotate it: copydesk key rotate (copydesk key list shows its id).`;
    findings.push(unwiseFinding('keys', `The key "${name}" is in use, and expires within a week.`, todo));
  }
  for (const name of database.failingConnections) {
    const todo = `copydesk project connect ${JSON.stringify(name)} --check`;
    findings.push(
      wrongFinding('code host', `The code host of the project "${name}" has failed several times in a row.`, todo),
    );
  }
  for (const name of database.failingMirrors) {
    const found = `The repository of the project "${name}" could not be mirrored for ten minutes.`;
    findings.push(wrongFinding('mirror', found, 'copydesk mirror list says why.'));
  }
  return findings;
}
