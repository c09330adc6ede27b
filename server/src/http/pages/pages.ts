import type { HttpPlugin } from '../services.ts';
import { takeForms } from './form.ts';
import { answerErrorsWithPages } from './page-replies.ts';
import { addProjectsPage } from './projects.ts';
import { addPullRequestPages } from './pull-requests.ts';
import type { PageNeeds } from './needs.ts';
import { addSignIn } from './sign-in.ts';
import { openSite } from './site.ts';

/** The pages that people open in a browser: projects, pull requests, and signing in. */
export function pages(needs: PageNeeds): HttpPlugin {
  return (app, services) => {
    const site = openSite(app, services.baseUrl);
    takeForms(app);
    answerErrorsWithPages(app, services, site);
    addSignIn(app, services, site);
    addProjectsPage(app, services, site);
    addPullRequestPages(app, { ...services, ...needs }, site);
  };
}
