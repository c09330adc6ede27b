import type { Role } from '@copydesk/contract';
import { hasScope, mayEdit } from '../../http/session/caller.ts';
import type { Viewer } from '../../http/session/viewer.ts';

/** The sections that the navigation links to. */
export type Section = 'projects' | 'keys' | 'people' | 'audit' | 'health' | 'account';

export type ProjectTab = 'overview' | 'jobs' | 'pulls' | 'automations' | 'readers' | 'counting' | 'settings';

/** What surrounds a page: the viewer, and where the page belongs. */
export interface Shell {
  /** The signed-in viewer; undefined on public pages. */
  viewer?: ShellViewer;
  section?: Section;
  /** The project that the page belongs to, with its tab. */
  project?: { id: string; name: string; tab: ProjectTab };
  /** What was just done, such as "The key was revoked." */
  notice?: string;
}

/** What the navigation shows of a viewer. */
export interface ShellViewer {
  name: string;
  role: Role | null;
  isPerson: boolean;
  mayRead: boolean;
  mayReadViews: boolean;
  mayEdit: boolean;
  mayAdminister: boolean;
  /** Undefined where there is no session to sign out of. */
  signOutToken: string | undefined;
}

/** Returns what the frame of a page needs of the viewer. */
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
