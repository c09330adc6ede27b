/** A request as rules and routes see it. */
export interface GithubRequest {
  method: string;
  /** Relative to the base URL of the API, decoded, without the query. */
  path: string;
  query: URLSearchParams;
  body: Record<string, unknown>;
  headers: Record<string, string | undefined>;
}

export interface GithubReply {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/**
 * What happens instead of an answer: the connection is cut, before or after the work is done, or no answer ever comes.
 */
export type GithubFault = GithubReply | 'cut' | 'cut-after-work' | 'half-an-answer' | 'silence';

/** Refusals with the messages and headers that GitHub uses, and where they are documented or were observed. */
export const refusals = {
  /** https://docs.github.com/rest/authentication/authenticating-to-the-rest-api#failed-login-limit */
  badCredentials: (): GithubReply => ({ status: 401, body: { message: 'Bad credentials', status: '401' } }),
  /** https://docs.github.com/rest/authentication/authenticating-to-the-rest-api (X-GitHub-OTP) */
  twoFactorCode: (): GithubReply => ({
    status: 401,
    headers: { 'x-github-otp': 'required; app' },
    body: { message: 'Must specify two-factor authentication OTP code.' },
  }),
  /** https://docs.github.com/organizations/keeping-your-organization-secure (two-factor requirement) */
  twoFactorOrganisation: (): GithubReply => ({
    status: 403,
    body: { message: 'Organization requires two-factor authentication to be enabled on your account.' },
  }),
  /** https://docs.github.com/rest/authentication/authenticating-to-the-rest-api#personal-access-tokens-and-saml-sso */
  saml: (): GithubReply => ({
    status: 403,
    headers: { 'x-github-sso': 'required; url=https://github.com/orgs/acme/sso?authorization_request=AZSCKtL4U8yX' },
    body: {
      message:
        'Resource protected by organization SAML enforcement. You must grant your Personal Access token access to this organization.',
    },
  }),
  /** https://docs.github.com/rest/using-the-rest-api/troubleshooting-the-rest-api#resource-not-accessible */
  notAccessible: (needed: string, by = 'personal access token'): GithubReply => ({
    status: 403,
    headers: { 'x-accepted-github-permissions': needed },
    body: { message: `Resource not accessible by ${by}`, status: '403' },
  }),
  /** https://docs.github.com/communities/moderating-comments-and-conversations/locking-conversations */
  conversationLocked: (): GithubReply => ({
    status: 403,
    body: { message: 'Unable to create comment because issue is locked.', status: '403' },
  }),
  /** https://docs.github.com/organizations/keeping-your-organization-secure/managing-allowed-ip-addresses-for-your-organization */
  addressNotAllowed: (): GithubReply => ({
    status: 403,
    body: {
      message:
        'Although you appear to have the correct authorization credentials, the `acme` organization has an IP allow list enabled, and your IP address is not permitted to access this resource.',
    },
  }),
  /** https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api#exceeding-the-rate-limit */
  primaryLimit: (resetSeconds: number): GithubReply => ({
    status: 403,
    headers: { 'x-ratelimit-limit': '5000', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(resetSeconds) },
    body: { message: 'API rate limit exceeded for user ID 1.' },
  }),
  /** The same page: `retry-after` may be absent, and the status 403 or 429. */
  secondaryLimit: (retryAfter: number | undefined, status = 403): GithubReply => ({
    status,
    headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
    body: {
      message:
        'You have exceeded a secondary rate limit. Please wait a few minutes before you try again. If you reach out to GitHub Support for help, please include the request ID.',
    },
  }),
  /** https://github.com/hub4j/github-api documents it at GHRepository.archive */
  archived: (): GithubReply => ({ status: 403, body: { message: 'Repository was archived so is read-only.' } }),
  /** https://github.com/github/dmca; status by RFC 7725 */
  blocked: (): GithubReply => ({ status: 451, body: { message: 'Repository access blocked' } }),
  notFound: (): GithubReply => ({ status: 404, body: { message: 'Not Found', status: '404' } }),
  /** https://docs.github.com/rest/using-the-rest-api/troubleshooting-the-rest-api#validation-failed */
  invalid: (resource: string, ...errors: { message?: string; field?: string; code: string }[]): GithubReply => ({
    status: 422,
    body: { message: 'Validation Failed', errors: errors.map((error) => ({ resource, ...error })), status: '422' },
  }),
  invalidText: (message: string): GithubReply => ({ status: 422, body: { message, status: '422' } }),
  broken: (status = 502): GithubReply => ({ status, body: '<html><body>Unicorn!</body></html>' }),
} as const;
