import type { OpenIdIdentity } from '../desk/sessions/sign-in-by-open-id.ts';
import type { SignUpRules } from '../desk/sessions/sign-in-by-open-id.ts';
import type { Project } from '../projects/project.ts';
import type { PullRequestRepository } from '../pull-requests/repository.ts';

/** What the pages need besides the services of the whole server. main.ts passes it in. */
export interface PageNeeds {
  /** The project's repository. @throws CopydeskError `repository_*` */
  repository: (project: Project) => Promise<PullRequestRepository>;
  /** Returns the kind of site of the project's docs, or undefined when that cannot be found out quickly. */
  siteOf: (project: Project) => Promise<KnownSite | undefined>;
  /** The organisation that people sign in to. */
  organisation: () => Promise<string>;
  /** Sign-in by OpenID Connect, where it is configured. */
  openId?: { provider: OpenIdProvider; signUp: SignUpRules };
}

/** An OpenID provider. */
export interface OpenIdProvider {
  /** The host of the issuer, as people know it. */
  host: string;
  /**
   * Returns where to redirect the browser, and what to keep until it comes back.
   * @throws CopydeskError `identity_unreachable`
   */
  begin(callback: string): Promise<{ address: string; expected: OpenIdExpected }>;
  /**
   * Returns the identity of the person who came back.
   * @throws CopydeskError `identity_refused`, `identity_unreachable`
   */
  finish(callback: URL, expected: OpenIdExpected): Promise<OpenIdIdentity>;
}

/** What the browser's callback must match. */
export interface OpenIdExpected {
  state: string;
  nonce: string;
  verifier: string;
}

/** A docs site as it was when last read. */
export interface KnownSite {
  /** The name of its kind, as people call it. */
  label: string;
  isRecognised: boolean;
  /** The paths of the pages that readers can reach. */
  pages: readonly string[];
}
