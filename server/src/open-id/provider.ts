import { CopydeskError, isCopydeskError } from '@copydesk/contract';
import * as client from 'openid-client';
import { readClaims } from './claims.ts';
import type { Claims } from './claims.ts';
import { providerFetch } from './provider-fetch.ts';

/** How an OpenID provider is reached, and the client's credentials. */
export interface OpenIdOptions {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The claim that contains groups. */
  groupsClaim: string;
}

/** The identity that the provider vouches for. */
export interface Identity extends Claims {
  issuer: string;
  subject: string;
  /** Identifies the sign-in: the provider has put it into the signed token. */
  nonce: string;
}

/** What the browser's callback must match. */
interface Expected {
  state: string;
  nonce: string;
  verifier: string;
}

const timeoutSeconds = 10;
/** How far the provider's clock may be ahead. */
const toleratedSeconds = 60;
/** How long the provider's metadata is cached. */
const discoveryMilliseconds = 60 * 60 * 1000;

/**
 * An OpenID provider (OpenID Connect Core 1.0, the code flow with PKCE, state and nonce). Nothing is requested from it
 * before somebody signs in, and its metadata is cached for an hour.
 */
export function openIdProvider(options: OpenIdOptions, now: () => Date) {
  let discovered: { configuration: Promise<client.Configuration>; until: number } | undefined;
  const configurationOf = async (): Promise<client.Configuration> => {
    if (discovered === undefined || discovered.until <= now().getTime()) {
      discovered = { configuration: discover(options), until: now().getTime() + discoveryMilliseconds };
    }
    const current = discovered;
    try {
      return await current.configuration;
    } catch (error) {
      // The cause of a failure may be gone the next time.
      if (discovered === current) discovered = undefined;
      throw error;
    }
  };
  return {
    host: new URL(options.issuer).host,

    async begin(callback: string): Promise<{ address: string; expected: Expected }> {
      const configuration = await configurationOf().catch(unreachable);
      const expected = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      };
      const address = client.buildAuthorizationUrl(configuration, {
        redirect_uri: callback,
        scope: scopeOf(configuration, options),
        state: expected.state,
        nonce: expected.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(expected.verifier),
        code_challenge_method: 'S256',
      });
      return { address: address.href, expected };
    },

    async finish(callback: URL, { state, nonce, verifier }: Expected): Promise<Identity> {
      try {
        const configuration = await configurationOf().catch(unreachable);
        const tokens = await client.authorizationCodeGrant(configuration, callback, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        return { ...(await identityOf(configuration, tokens, options, now())), nonce };
      } catch (error) {
        if (isCopydeskError(error, 'identity_unreachable')) throw error;
        throw isAway(error) ? unreachableError(error) : refused(error);
      }
    },
  };
}

async function discover({ issuer, clientId, clientSecret }: OpenIdOptions): Promise<client.Configuration> {
  const address = new URL(issuer);
  return await client.discovery(address, clientId, clientSecret, undefined, {
    timeout: timeoutSeconds,
    [client.customFetch]: providerFetch(address),
    // The ID token comes over TLS, straight from the provider. The signature is checked as well, since an attacker in
    // between would still have none of its keys.
    execute: [
      client.enableNonRepudiationChecks,
      // The settings allow plain HTTP only on this machine.
      ...(address.protocol === 'http:' ? [client.allowInsecureRequests] : []),
    ],
  });
}

/** Some providers have a separate scope for groups, and others refuse scopes that they do not know. */
function scopeOf(configuration: client.Configuration, { groupsClaim }: OpenIdOptions): string {
  const offered = configuration.serverMetadata().scopes_supported ?? [];
  return ['openid', 'profile', 'email', ...offered.filter((scope) => scope === groupsClaim)].join(' ');
}

/** Reads the user info, too: many providers leave most claims out of the token. */
async function identityOf(
  configuration: client.Configuration,
  tokens: Awaited<ReturnType<typeof client.authorizationCodeGrant>>,
  { groupsClaim }: OpenIdOptions,
  now: Date,
): Promise<Omit<Identity, 'nonce'>> {
  const claims = tokens.claims();
  if (claims === undefined) throw new CopydeskError('identity_refused', 'The provider has sent no ID token.');
  const { iss: issuer, sub: subject, iat: issuedAt } = claims;
  if (issuedAt > now.getTime() / 1_000 + toleratedSeconds)
    throw new CopydeskError('identity_refused', 'The ID token of the provider was issued in the future.');
  const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined;
  const more = hasMore ? await client.fetchUserInfo(configuration, tokens.access_token, subject) : {};
  return { issuer, subject, ...readClaims({ ...claims, ...more }, groupsClaim) };
}

/**
 * Whether the provider could not be reached or does not work. Every other error refuses the person: an answer that fails
 * a check of openid-client or oauth4webapi, known here or not, must not be repeated.
 */
function isAway(error: unknown): boolean {
  if (error instanceof client.ResponseBodyError) return error.status >= 500;
  if (isCopydeskError(error, 'identity_refused')) return false;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code !== 'string' || !code.startsWith('OAUTH_') || awayCodes.has(code);
}

const awayCodes = new Set([
  'OAUTH_ABORT',
  'OAUTH_TIMEOUT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_INVALID_SERVER_METADATA',
  'OAUTH_MISSING_SERVER_METADATA',
]);

function refused(cause: unknown): CopydeskError {
  const detail = isCancelled(cause)
    ? 'You were not signed in there.'
    : 'The answer of the provider does not belong to a sign-in of this browser, or was used already. Start again.';
  return new CopydeskError('identity_refused', detail, { cause });
}

function isCancelled(error: unknown): boolean {
  return error instanceof client.AuthorizationResponseError;
}

function unreachableError(cause: unknown): CopydeskError {
  return new CopydeskError(
    'identity_unreachable',
    'The OpenID provider cannot be reached at the moment, or its answer is not valid. Try again, or sign in another way; the log of Copydesk contains the reason.',
    { cause },
  );
}

function unreachable(error: unknown): never {
  throw unreachableError(error);
}
