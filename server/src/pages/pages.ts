import type { HttpPlugin } from '../http/services.ts';
import { takeForms } from '../http/session/form.ts';
import { answerErrorsWithPages } from './view/page-replies.ts';
import { addKeysPages } from './keys/routes.ts';
import { addJobPages } from './jobs/routes.ts';
import { addProjectsPage } from './projects/list.ts';
import { addPullRequestPages } from './pull-requests/routes.ts';
import type { PageNeeds } from './needs.ts';
import { addReadersPages } from './readers/routes.ts';
import { addSignIn } from './sign-in/sign-in.ts';
import { openSite } from './view/site.ts';

/** The pages that people open in a browser: projects, pull requests, and signing in. */
export function pages(needs: PageNeeds): HttpPlugin {
  return (app, services) => {
    const site = openSite(app, services.baseUrl);
    takeForms(app);
    answerErrorsWithPages(app, services, site);
    addSignIn(app, services, site);
    addProjectsPage(app, services, site);
    addKeysPages(app, services, site);
    addJobPages(app, { ...services, ...needs }, site);
    addPullRequestPages(app, { ...services, ...needs }, site);
    addReadersPages(app, services, site);
  };
}
