/** Receives the name of what is read or written, and how many further bytes of it were processed. */
export type OnBackupProgress = (item: string, bytes: number) => void;

export interface BackupOptions {
  /** An absolute path. */
  file: string;
  /** Whether the backup includes the key that stored secrets are sealed with. */
  withSecretKey: boolean;
  onProgress: OnBackupProgress;
}

export interface BackupDone {
  file: string;
  bytes: number;
  /** How many kept repositories the backup contains. */
  repositories: number;
  /** Projects whose kept repositories are on other machines. */
  elsewhere: string[];
  /** The key that stored secrets are sealed with. `none`: no secret was stored yet, so no key exists. */
  secretKey: 'included' | 'left out' | 'none';
}

export interface RestoreOptions {
  /** An absolute path. */
  file: string;
  onProgress: OnBackupProgress;
}

export interface RestoreDone {
  madeAt: string;
  /** The version of Copydesk that made the backup. */
  version: string;
  repositories: number;
  elsewhere: string[];
  /** Whether the key that the stored secrets were sealed with is available. */
  hasKey: boolean;
}

export interface MoveOptions {
  /** The address of a database, or `embedded`. */
  to: string;
  onProgress: OnBackupProgress;
}

export interface MoveDone {
  /** The address, without a password. */
  to: string;
  tables: number;
  rows: number;
  /** Whether an earlier move had already copied everything, and only the record of the move was missing. */
  wasThere: boolean;
  /** Where repositories and the key of stored secrets remain. */
  dataDirectory: string;
  /** The files of the embedded database that was moved. */
  left: string | undefined;
}

export interface UpgradePlan {
  /** Major versions of PostgreSQL. */
  from: number;
  to: number;
  /** Whether the programs of the older version are on this machine. */
  isHere: boolean;
  /** What npm would install otherwise; undefined when no package is known. */
  package: string | undefined;
  /** Where the old database will be kept. */
  kept: string;
}

export interface UpgradeOptions {
  /** The folder of the older PostgreSQL's npm package, as an absolute path. */
  programs: string | undefined;
  /** Whether npm may install that package. */
  install: boolean;
  onProgress: OnBackupProgress;
}

export interface UpgradeDone {
  from: number;
  to: number;
  /** Where the old database is kept; undefined when no upgrade was needed. */
  kept: string | undefined;
  tables: number;
  rows: number;
}
