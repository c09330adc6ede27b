import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Project } from '../../../projects/project.ts';
import { requireViewer, requireViewerScope } from '../../../http/session/viewer.ts';
import type { Viewer } from '../../../http/session/viewer.ts';
import type { HttpServices } from '../../../http/services.ts';
import type { Html } from '../../view/html.ts';
import { sendPage } from '../../view/page-replies.ts';
import { shellOf } from '../../view/shell.ts';
import type { Site } from '../../view/site.ts';
import { countingMain } from './counting.ts';
import type { CountingView } from './counting.ts';

/** What the steps to a new project need. */
export type StepServices = HttpServices & { site: Site };

/** Returns the viewer, if they may create projects. @throws CopydeskError as `requireOwnForm` does, for a form. */
export async function admit(
  services: HttpServices,
  request: FastifyRequest,
  kind: 'page' | 'form' = 'page',
): Promise<Viewer> {
  const viewer = await requireViewer(services, request);
  if (kind === 'form') viewer.requireOwnForm(request);
  requireViewerScope(viewer, 'admin');
  return viewer;
}

/** Sends a step. */
export function answer({ site }: StepServices, reply: FastifyReply, viewer: Viewer, main: Html): FastifyReply {
  return sendPage(reply, site, { title: 'New project', viewer: shellOf(viewer), section: 'projects', main });
}

/** Sends the last step, with the secret of the webhook when it was created just now. */
export function answerCounting(
  services: StepServices,
  reply: FastifyReply,
  { viewer, project }: { viewer: Viewer; project: Project },
  shown: Pick<CountingView, 'secret' | 'typed' | 'faults'> = {},
): FastifyReply {
  const { site, baseUrl } = services;
  const { formToken } = viewer;
  return answer(services, reply, viewer, countingMain({ site, project, baseUrl, formToken, ...shown }));
}
