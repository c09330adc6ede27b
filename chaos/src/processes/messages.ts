import type { FaultPoint } from '../../../server/src/worker/fault-points.ts';

/** What a process of the product sends to the rig. */
export type FromProcess =
  | { kind: 'ready'; url: string }
  /** It has been asked to end. */
  | { kind: 'ending' }
  /** A turn has reached a place, and waits for {@link ToProcess} `go` with the same number. */
  | { kind: 'reach'; number: number; point: FaultPoint; job: string; epoch: number | undefined }
  /** A turn has received its code host, which writes only while this lease is held. */
  | { kind: 'lease'; job: string; epoch: number }
  /** The worker's log says that it has lost a job. */
  | { kind: 'lost'; job: string }
  | { kind: 'project'; id: string }
  | { kind: 'context' }
  | { kind: 'key'; token: string };

/** What the rig sends to a process of the product. */
export type ToProcess =
  | { kind: 'go'; number: number }
  | { kind: 'project'; name: string; repository: string; helperModel: string | null }
  /** A project on a repository of the machine's own disk, or on one that it must keep, with the files of a folder. */
  | { kind: 'disk-project'; name: string; repository?: string; filesFrom?: string; helperModel: string | null }
  /** A repository that the jobs of a project may read besides its docs. */
  | { kind: 'context'; project: string; name: string; repository: string }
  | { kind: 'key' };

/** Where a process finds the hosts of the rig, and its name there. */
export interface Surroundings {
  process: string;
  codeHost: string;
  model: string;
}
