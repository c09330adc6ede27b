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
