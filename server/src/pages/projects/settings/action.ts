import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../../audit/actor.ts';
import type { HttpServices } from '../../../http/services.ts';
import type { Viewer } from '../../../http/session/viewer.ts';
import type { Project } from '../../../projects/project.ts';
import type { Outcome } from './view.ts';

/**
 * Undefined when there is only a confirmation to show; a string is the query of the page that follows; an object is
 * shown once.
 */
export type Done = undefined | string | Pick<Outcome, 'secret' | 'checks' | 'preview' | 'typed' | 'faults'>;

/** An action of a form of the settings. */
export interface SettingsAction {
  /** The path below the address of the settings. */
  path: string;
  section: string;
  act: (services: HttpServices, order: Order) => Promise<Done>;
  /** Returns what was typed and may be shown again. */
  typed: (body: unknown) => Record<string, string>;
}

interface Order {
  viewer: Viewer;
  actor: Actor;
  project: Project;
  request: FastifyRequest;
}
