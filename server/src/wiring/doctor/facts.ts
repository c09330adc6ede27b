import type { FieldError } from '@copydesk/contract';
import type { Settings } from '../../settings.ts';

/** What was found out, without a judgement. */
export interface Facts {
  /** Names of the environment's variables that begin with COPYDESK_. */
  names: string[];
  /** Undefined where they are not valid. */
  settings: Settings | undefined;
  settingsErrors: FieldError[];
  node: string;
  /** Undefined where there is none. */
  git: string | undefined;
  folder: FolderFacts;
  port: 'free' | 'copydesk' | 'other';
  /** Undefined where there is none to look at yet. */
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
  /** Of `secret.key`; undefined where there is none. */
  keyMode: number | undefined;
  /** Of a server that ended by itself: the last such line of its log. */
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
  /** How far its clock is from this machine's. */
  clockSkewSeconds: number;
  missingMigrations: string[];
  unknownMigrations: number[];
  /** Where the database was moved, and when; null where it was not. */
  moved: { to: string; at: Date } | null;
  /** Tables that have changed by as much as they hold since they were last analysed. */
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
  /** Projects whose mirrors could not be brought up to date for ten minutes. */
  failingMirrors: string[];
}
