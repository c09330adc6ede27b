import type { KeyState } from '@copydesk/contract';
import type { ProjectName } from '../../projects/project-names.ts';
import type { ApiKey } from '../../projects/key/read-keys.ts';
import type { Site } from '../view/site.ts';
import type { Faults, KeyDraft } from './draft.ts';

/** All that the page of API keys shows. */
export interface KeysView {
  site: Site;
  now: Date;
  /** The base address for clients of the API. */
  baseUrl: string;
  formToken: string | undefined;
  keys: ApiKey[];
  /** The names of the keys' projects, by id. */
  names: Map<string, string>;
  /** Which keys are shown; undefined for all. */
  state: KeyState | undefined;
  nextCursor: string | null;
  /** Whether this page contains the newest keys. */
  isFirstPage: boolean;
  projects: { searched: string; found: ProjectName[]; hasMore: boolean };
  /** The one project whose keys these are; null for all. */
  boundTo: string | null;
  /** Whether the viewer signed in with a test key. */
  isTest: boolean;
  draft: KeyDraft;
  faults: Faults;
  /** Why nothing was created, where the error belongs to no field. */
  refusal?: string;
  /** The key that was just created. */
  made?: MadeView;
}

/** A new key, before the project to try it with is known. */
export interface Made {
  key: ApiKey;
  /** Null when the form was sent before: then it was shown already. */
  token: string | null;
  /** Whether it replaces another key. */
  rotated: boolean;
}

export interface MadeView extends Made {
  /** A command that works with it. */
  curl: string;
}
