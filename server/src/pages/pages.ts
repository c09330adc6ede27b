import type { FastifyInstance } from 'fastify';
import { jobNotFound } from '../jobs/not-found.ts';
import type { HttpPlugin } from '../http/services.ts';
import { takeForms } from '../http/session/form.ts';
import { addAccountPages } from './account/routes.ts';
import { addAutomationPages } from './automations/routes.ts';
import { addAuditPages } from './audit/routes.ts';
import { answerErrorsWithPages } from './view/page-replies.ts';
import { addFindPage } from './find/routes.ts';
import { addHealthPage } from './health/routes.ts';
import { addKeysPages } from './keys/routes.ts';
import { addJobPages } from './jobs/routes.ts';
import type { PageNeeds } from './needs.ts';
import { addPeoplePages } from './people/routes.ts';
import { addProjectPages } from './projects/routes.ts';
import { addPullRequestPages } from './pull-requests/routes.ts';
import { addCountingPage } from './counting/routes.ts';
import { addQuestionsPage } from './questions/routes.ts';
import { addReadabilityPage } from './readability/routes.ts';
import { addReadersPages } from './readers/routes.ts';
import { addSignInPages } from './sign-in/routes.ts';
import { addBadges } from './share/badge.ts';
import { addShareFeed } from './share/feed.ts';
import { addShareManagement } from './share/manage.ts';
import { addSharedReaders } from './share/public.ts';
import { openSite } from './view/site.ts';

/** Adds the pages that people open in a browser: projects, pull requests, people, and signing in. */
export function pages(needs: PageNeeds): HttpPlugin {
  return (app, services) => {
    const site = openSite(app, services.baseUrl);
    const signing = { ...services, ...needs };
    takeForms(app, services.limits);
    answerErrorsWithPages(app, services, site);
    refuseNulInPath(app);
    addSignInPages(app, signing, site);
    addAccountPages(app, signing, site);
    addPeoplePages(app, services, site);
    addAuditPages(app, services, site);
    addProjectPages(app, services, site);
    addKeysPages(app, services, site);
    addJobPages(app, { ...services, ...needs }, site);
    addAutomationPages(app, services, site);
    addQuestionsPage(app, services, site);
    addReadabilityPage(app, services, site);
    addFindPage(app, services, site);
    addHealthPage(app, services, site);
    addPullRequestPages(app, { ...services, ...needs }, site);
    addReadersPages(app, services, site);
    addCountingPage(app, services, site);
    addShareManagement(app, services, site);
    addSharedReaders(app, services, site);
    addBadges(app, services);
    addShareFeed(app, services);
  };
}

/** Answers addresses that contain a NUL before any query: PostgreSQL cannot store NUL, so they can name nothing. */
function refuseNulInPath(app: FastifyInstance): void {
  app.addHook('preHandler', async ({ params }) => {
    if (Object.values(params ?? {}).some((name) => String(name).includes('\0'))) throw jobNotFound();
  });
}
