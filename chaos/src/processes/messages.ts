import type { FaultPoint } from '../../../server/src/worker/fault-points.ts';

/** What a process of the product tells the rig. */
export type FromProcess =
  | { kind: 'ready'; url: string }
  /** It has heard that it is to end. */
  | { kind: 'ending' }
  /** A turn has come by a place, and waits for {@link ToProcess} `go` with the same number. */
  | { kind: 'reach'; number: number; point: FaultPoint; job: string; epoch: number | undefined }
  /** A turn has been given its code host, which writes only as long as this lease is held. */
  | { kind: 'lease'; job: string; epoch: number }
  /** The worker's log says that it has lost a job. */
  | { kind: 'lost'; job: string }
  | { kind: 'project'; id: string }
  | { kind: 'key'; token: string };

/** What the rig tells a process of the product. */
export type ToProcess =
  | { kind: 'go'; number: number }
  | { kind: 'project'; name: string; repository: string; helperModel: string | null }
  /** A project on a repository of the machine's own disk, or on one that it is to keep, with the files of a folder. */
  | { kind: 'disk-project'; name: string; repository?: string; filesFrom?: string; helperModel: string | null }
  | { kind: 'key' };

/** Where a process finds the hosts of the rig, and what it is called there. */
export interface Surroundings {
  process: string;
  codeHost: string;
  model: string;
}
