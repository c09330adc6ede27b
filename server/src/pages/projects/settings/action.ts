import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../../audit/actor.ts';
import type { HttpServices } from '../../../http/services.ts';
import type { Viewer } from '../../../http/session/viewer.ts';
import type { Project } from '../../../projects/project.ts';
import type { Outcome } from './view.ts';

/** Nothing to show but that it is done; the query of the page that follows; or what is shown once. */
export type Done = undefined | string | Pick<Outcome, 'secret' | 'checks' | 'preview' | 'typed' | 'faults'>;

/** Something that a form of the settings does. */
export interface SettingsAction {
  /** Below the address of the settings. */
  path: string;
  section: string;
  act: (services: HttpServices, order: Order) => Promise<Done>;
  /** What was typed and may be shown again. */
  typed: (body: unknown) => Record<string, string>;
}

interface Order {
  viewer: Viewer;
  actor: Actor;
  project: Project;
  request: FastifyRequest;
}
