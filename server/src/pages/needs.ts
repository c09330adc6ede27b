import type { OpenIdIdentity } from '../desk/sign-in-by-open-id.ts';
import type { Newcomers } from '../desk/sign-in-by-open-id.ts';
import type { Project } from '../projects/project.ts';
import type { PullRequestRepository } from '../pull-requests/repository.ts';

/** What the pages need besides the services of the whole server; main.ts hands it in. */
export interface PageNeeds {
  /** The project's repository. @throws CopydeskError `repository_*` */
  repository: (project: Project) => Promise<PullRequestRepository>;
  /** What kind of site the project's docs are, as far as that is known in a moment; undefined otherwise. */
  siteOf: (project: Project) => Promise<KnownSite | undefined>;
  /** The organisation that people sign in to. */
  organisation: () => Promise<string>;
  /** Signing in by OpenID Connect, where it is set. */
  openId?: { provider: OpenIdProvider; newcomers: Newcomers };
}

/** An OpenID provider. */
export interface OpenIdProvider {
  /** The host of the issuer, as people know it. */
  host: string;
  /**
   * Where to send a browser, and what has to be remembered of it until it comes back.
   * @throws CopydeskError `identity_unreachable`
   */
  begin(callback: string): Promise<{ address: string; expected: OpenIdExpected }>;
  /**
   * Who has come back.
   * @throws CopydeskError `identity_refused`, `identity_unreachable`
   */
  finish(callback: URL, expected: OpenIdExpected): Promise<OpenIdIdentity>;
}

/** What a browser must come back with. */
export interface OpenIdExpected {
  state: string;
  nonce: string;
  verifier: string;
}

/** A docs site, as it was seen last. */
export interface KnownSite {
  /** What people call its kind. */
  label: string;
  isRecognised: boolean;
  /** The paths of the pages that readers reach. */
  pages: readonly string[];
}
