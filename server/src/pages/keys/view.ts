import type { KeyState } from '@copydesk/contract';
import type { ProjectName } from '../../projects/project-names.ts';
import type { ApiKey } from '../../projects/read-keys.ts';
import type { Site } from '../view/site.ts';
import type { Faults, KeyDraft } from './draft.ts';

/** All that the page of API keys shows. */
export interface KeysView {
  site: Site;
  now: Date;
  /** The address that clients use. */
  baseUrl: string;
  formToken: string | undefined;
  keys: ApiKey[];
  /** The names of the projects that the keys are for, by their ids. */
  names: Map<string, string>;
  /** Which keys are shown; undefined for all. */
  state: KeyState | undefined;
  nextCursor: string | null;
  /** Whether these are the newest. */
  isFirstPage: boolean;
  projects: { searched: string; found: ProjectName[]; hasMore: boolean };
  /** The one project whose keys these are; null for all. */
  boundTo: string | null;
  /** Whether who looks on is in with a test key. */
  isTest: boolean;
  draft: KeyDraft;
  faults: Faults;
  /** Why nothing was made, where no field is to blame. */
  refusal?: string;
  /** The key that was just made. */
  made?: MadeView;
}

/** A key that was made, before it is known what to try it with. */
export interface Made {
  key: ApiKey;
  /** Null when the form was sent before: then it was shown already. */
  token: string | null;
  /** Whether it takes the place of another. */
  rotated: boolean;
}

export interface MadeView extends Made {
  /** A command that works with it. */
  curl: string;
}
