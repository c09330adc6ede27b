import { isCopydeskError } from '@copydesk/contract';
import type { AskedQuestions } from '@copydesk/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { HttpServices } from '../../http/services.ts';
import { hasScope } from '../../http/session/caller.ts';
import { isFromElsewhere } from '../../http/session/forgery.ts';
import { field } from '../../http/session/form.ts';
import { requireViewerScope } from '../../http/session/viewer.ts';
import type { Viewer } from '../../http/session/viewer.ts';
import type { Project } from '../../projects/project.ts';
import { admitToProject } from '../projects/admit.ts';
import type { ProjectRoute } from '../projects/admit.ts';
import { sendPage } from '../view/page-replies.ts';
import { shellOf } from '../view/shell.ts';
import type { Site } from '../view/site.ts';
import { questionsMain } from './view.ts';
import type { QuestionsView } from './view.ts';

/** As many proposals as the API gives where nobody asks for another number. */
const mostProposals = 10;

/** Adds the page of the questions that a project's docs must answer, with proposals for more. */
export function addQuestionsPage(app: FastifyInstance, services: HttpServices, site: Site): void {
  app.get<ProjectRoute>('/projects/:projectId/questions', async (request, reply) => {
    const { viewer, project } = await admitToProject(services, request);
    const judging = judgingOf(services, request, { viewer, project });
    // One after the other: each fetches the repository, and the second finds nothing new.
    const asked = await askIfAny(services, project, judging === 'done');
    const proposed = await services.proposeQuestions(project, { limit: mostProposals });
    return sendPage(reply, site, {
      title: 'Questions',
      viewer: shellOf(viewer),
      section: 'projects',
      project: { id: project.id, name: project.name, tab: 'overview' },
      main: questionsMain({ asked, proposed, judging, manual: site.href('/docs/checks') }),
    });
  });
}

/**
 * Returns whether the viewer may ask the project's model, which costs money as a job does, and whether this request asks
 * it. A link on another site asks nothing.
 *
 * @throws CopydeskError `insufficient_scope`
 */
function judgingOf(
  { baseUrl }: Pick<HttpServices, 'baseUrl'>,
  request: FastifyRequest,
  { viewer, project }: { viewer: Viewer; project: Project },
): QuestionsView['judging'] {
  const isAsked = field(request.query, 'judge') === 'true' && !isFromElsewhere(request, baseUrl);
  if (isAsked) requireViewerScope(viewer, 'agent:write');
  if (isAsked) return 'done';
  return project.questionsModel !== null && hasScope(viewer, 'agent:write') ? 'possible' : 'not-possible';
}

/** Returns undefined where the repository keeps no questions. */
async function askIfAny(
  { askQuestions }: Pick<HttpServices, 'askQuestions'>,
  project: Project,
  judge: boolean,
): Promise<AskedQuestions | undefined> {
  try {
    return await askQuestions(project, { judge });
  } catch (error) {
    if (isCopydeskError(error, 'no_questions')) return undefined;
    throw error;
  }
}
