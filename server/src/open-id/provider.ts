import { CopydeskError, isCopydeskError } from '@copydesk/contract';
import * as client from 'openid-client';
import { readClaims } from './claims.ts';
import type { Claims } from './claims.ts';
import { providerFetch } from './provider-fetch.ts';

/** How an OpenID provider is reached, and as whom. */
export interface OpenIdOptions {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The claim that names groups. */
  groupsClaim: string;
}

/** Whom the provider vouches for. */
export interface Identity extends Claims {
  issuer: string;
  subject: string;
}

/** What a browser must come back with. */
interface Expected {
  state: string;
  nonce: string;
  verifier: string;
}

const timeoutSeconds = 10;
/** For how long what the provider says of itself is believed. */
const discoveryMilliseconds = 60 * 60 * 1000;

/**
 * An OpenID provider (OpenID Connect Core 1.0, the code flow with PKCE, state and nonce). It is asked for nothing before
 * somebody signs in, and what it says of itself is kept for an hour.
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
      // What stood in the way may be gone the next time.
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
        const configuration = await configurationOf();
        const tokens = await client.authorizationCodeGrant(configuration, callback, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        return await identityOf(configuration, tokens, options);
      } catch (error) {
        throw isRefusal(error) ? refused(error) : away(error);
      }
    },
  };
}

async function discover({ issuer, clientId, clientSecret }: OpenIdOptions): Promise<client.Configuration> {
  const address = new URL(issuer);
  return await client.discovery(address, clientId, clientSecret, undefined, {
    timeout: timeoutSeconds,
    [client.customFetch]: providerFetch(address),
    // The ID token comes by TLS, straight from the provider; whoever gets between them still has none of its keys.
    execute: [
      client.enableNonRepudiationChecks,
      // The settings take plain HTTP on this machine alone.
      ...(address.protocol === 'http:' ? [client.allowInsecureRequests] : []),
    ],
  });
}

/** Groups have a scope of their own at some providers, and others refuse scopes that they do not know. */
function scopeOf(configuration: client.Configuration, { groupsClaim }: OpenIdOptions): string {
  const offered = configuration.serverMetadata().scopes_supported ?? [];
  return ['openid', 'profile', 'email', ...offered.filter((scope) => scope === groupsClaim)].join(' ');
}

/** Many providers leave most claims out of the token, and answer them where they are asked for. */
async function identityOf(
  configuration: client.Configuration,
  tokens: Awaited<ReturnType<typeof client.authorizationCodeGrant>>,
  { groupsClaim }: OpenIdOptions,
): Promise<Identity> {
  const claims = tokens.claims();
  if (claims === undefined) throw new CopydeskError('identity_refused', 'The provider has sent no ID token.');
  const { iss: issuer, sub: subject } = claims;
  const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined;
  const more = hasMore ? await client.fetchUserInfo(configuration, tokens.access_token, subject) : {};
  return { issuer, subject, ...readClaims({ ...claims, ...more }, groupsClaim) };
}

/** Whether the provider, or a check of what it has sent, says no: all else is that it cannot be asked. */
function isRefusal(error: unknown): boolean {
  if (error instanceof client.AuthorizationResponseError) return true;
  if (error instanceof client.ResponseBodyError) return error.status < 500;
  if (isCopydeskError(error, 'identity_refused')) return true;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && refusalCodes.test(code);
}

/** Of openid-client and oauth4webapi: a claim, a parameter or a response that is not what it must be. */
const refusalCodes =
  /INVALID_RESPONSE|KEY_SELECTION_FAILED|CLAIM_COMPARISON_FAILED|JWT|COMPARISON_FAILED|TIMESTAMP_CHECK_FAILED|PARSE_ERROR/;

function refused(cause: unknown): CopydeskError {
  const detail = isCancelled(cause)
    ? 'You were not signed in there.'
    : 'What came back from the provider does not belong to a sign-in of this browser, or was used already. Start again.';
  return new CopydeskError('identity_refused', detail, { cause });
}

function isCancelled(error: unknown): boolean {
  return error instanceof client.AuthorizationResponseError;
}

function away(cause: unknown): CopydeskError {
  return new CopydeskError(
    'identity_unreachable',
    'The OpenID provider cannot be asked at the moment, or its answer makes no sense. Try again, or sign in another way; whoever runs Copydesk finds the reason in the log.',
    { cause },
  );
}

function unreachable(error: unknown): never {
  throw away(error);
}
