import { isCopydeskError } from '@copydesk/contract';
import type { AskedQuestions } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import type { HttpServices } from '../../http/services.ts';
import type { Project } from '../../projects/project.ts';
import { admitToProject } from '../projects/admit.ts';
import type { ProjectRoute } from '../projects/admit.ts';
import { sendPage } from '../view/page-replies.ts';
import { shellOf } from '../view/shell.ts';
import type { Site } from '../view/site.ts';
import { questionsMain } from './view.ts';

/** As many proposals as the API gives where nobody asks for another number. */
const mostProposals = 10;

/** Adds the page of the questions that a project's docs must answer, with proposals for more. */
export function addQuestionsPage(app: FastifyInstance, services: HttpServices, site: Site): void {
  app.get<ProjectRoute>('/projects/:projectId/questions', async (request, reply) => {
    const { viewer, project } = await admitToProject(services, request);
    // One after the other: each fetches the repository, and the second finds nothing new.
    const asked = await askIfAny(services, project);
    const proposed = await services.proposeQuestions(project, { limit: mostProposals });
    return sendPage(reply, site, {
      title: 'Questions',
      viewer: shellOf(viewer),
      section: 'projects',
      project: { id: project.id, name: project.name, tab: 'overview' },
      main: questionsMain({ asked, proposed, manual: site.href('/docs/checks') }),
    });
  });
}

/** Returns undefined where the repository keeps no questions. */
async function askIfAny(
  { askQuestions }: Pick<HttpServices, 'askQuestions'>,
  project: Project,
): Promise<AskedQuestions | undefined> {
  try {
    return await askQuestions(project);
  } catch (error) {
    if (isCopydeskError(error, 'no_questions')) return undefined;
    throw error;
  }
}
