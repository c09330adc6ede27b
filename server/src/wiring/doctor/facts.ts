import type { FieldError } from '@copydesk/contract';
import type { Settings } from '../../settings.ts';

/** What was found, without a judgement. */
export interface Facts {
  /** Names of the environment variables that begin with COPYDESK_. */
  names: string[];
  /** Undefined when they are not valid. */
  settings: Settings | undefined;
  settingsErrors: FieldError[];
  node: string;
  /** Undefined when there is none. */
  git: string | undefined;
  folder: FolderFacts;
  port: 'free' | 'copydesk' | 'other';
  /** Why the mail server sends nothing; undefined when it does, and when none is set. */
  mailFault: string | undefined;
  /** Undefined when there is none to examine yet. */
  database: DatabaseFacts | { fault: string } | undefined;
}

export interface FolderFacts {
  path: string;
  isThere: boolean;
  isWritable: boolean;
  freeBytes: number;
  totalBytes: number;
  hasDatabase: boolean;
  /** A folder above that has a database of Copydesk. */
  databaseAbove: string | undefined;
  /** The file mode of `secret.key`; undefined when there is none. */
  keyMode: number | undefined;
  /** The last line of the log about a server that ended by itself. */
  lastCrash: string | undefined;
}

export interface DatabaseFacts {
  version: string;
  versionNumber: number;
  isEncrypted: boolean;
  isLocal: boolean;
  mayCreate: boolean;
  isSuperuser: boolean;
  connections: number;
  maximumConnections: number;
  /** How far its clock differs from this machine's. */
  clockSkewSeconds: number;
  missingMigrations: string[];
  unknownMigrations: number[];
  /** Where the database was moved, and when; null when it was not. */
  moved: { to: string; at: Date } | null;
  /** Tables in which as many rows have changed since the last analyze as they contain. */
  staleTables: string[];
  autovacuum: boolean;
  workersAlive: number;
  activeJobs: number;
  owners: number;
  keysOfModels: string[];
  /** Names of keys that are used, and expire within a week. */
  expiringKeys: string[];
  /** Projects whose code host has refused or not answered several times in a row. */
  failingConnections: string[];
  /** Projects whose mirrors could not be updated for ten minutes. */
  failingMirrors: string[];
}
