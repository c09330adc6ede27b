import type { Role } from '@copydesk/contract';
import { hasScope, mayEdit } from '../../http/session/caller.ts';
import type { Viewer } from '../../http/session/viewer.ts';

/** The places that the navigation leads to. */
export type Section = 'projects' | 'keys' | 'people' | 'audit' | 'health' | 'account';

export type ProjectTab = 'overview' | 'jobs' | 'pulls' | 'automations' | 'readers' | 'counting' | 'settings';

/** What stands around a page: who looks at it, and where it is. */
export interface Shell {
  /** Who is signed in; undefined on pages for everybody. */
  viewer?: ShellViewer;
  section?: Section;
  /** The project that the page belongs to, with the tab that it is under. */
  project?: { id: string; name: string; tab: ProjectTab };
  /** What was just done, such as "The key was revoked." */
  notice?: string;
}

/** As much of a viewer as the navigation shows. */
export interface ShellViewer {
  name: string;
  role: Role | null;
  isPerson: boolean;
  mayRead: boolean;
  mayReadViews: boolean;
  mayEdit: boolean;
  mayAdminister: boolean;
  /** Undefined where signing out would mean nothing. */
  signOutToken: string | undefined;
}

/** What the frame of a page needs of who looks at it. */
export function shellOf(viewer: Viewer): ShellViewer {
  return {
    name: viewer.name,
    role: viewer.role,
    isPerson: viewer.kind === 'person',
    mayRead: hasScope(viewer, 'agent:read'),
    mayReadViews: hasScope(viewer, 'analytics:read'),
    mayEdit: mayEdit(viewer),
    mayAdminister: hasScope(viewer, 'admin'),
    signOutToken: viewer.hasSession ? viewer.formToken : undefined,
  };
}
