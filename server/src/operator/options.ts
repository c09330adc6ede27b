import {
  CountedBy,
  DateBound,
  ProjectPatch,
  type Purpose,
  Purpose as PurposeShape,
  purposes,
  type Role,
  Role as RoleShape,
  type Scope,
  Scope as ScopeShape,
  scopes,
  type Surface,
  Surface as SurfaceShape,
  surfaces,
  type WebhookEvent,
  WebhookEvent as WebhookEventShape,
  webhookEvents,
} from '@copydesk/contract';
import { InvalidArgumentError, Option } from 'commander';

/** Parses `agent:read,agent:write` into scopes. */
export function parseScopes(text: string): Scope[] {
  const names = text.split(',').map((name) => name.trim());
  return [...new Set(names)].map((name) => {
    const scope = ScopeShape.safeParse(name);
    if (scope.success) return scope.data;
    throw new InvalidArgumentError(`"${name}" is not a scope. The scopes are ${scopes.join(', ')}.`);
  });
}

/** Parses `job.completed,job.failed` into the events that a webhook receives. */
export function parseEvents(text: string): WebhookEvent[] {
  const names = text.split(',').map((name) => name.trim());
  return [...new Set(names)].map((name) => {
    const event = WebhookEventShape.safeParse(name);
    if (event.success) return event.data;
    throw new InvalidArgumentError(`"${name}" is not an event. The events are ${webhookEvents.join(', ')}.`);
  });
}

/**
 * Parses `90d`, `never`, or a future ISO 8601 date or time into a key's expiry. `never` is not null, because commander
 * takes null for an option that was not given.
 */
export function parseExpiry(text: string, now: Date): Date | 'never' {
  if (text === 'never') return text;
  const days = /^(\d{1,5})d$/.exec(text)?.[1];
  const at = days === undefined ? isoDate(text) : new Date(now.getTime() + Number(days) * 86_400_000);
  if (at === undefined) throw new InvalidArgumentError('Give days such as 90d, a date such as 2030-01-31, or never.');
  if (at <= now) throw new InvalidArgumentError(`${at.toISOString()} is in the past.`);
  return at;
}

/**
 * Parses the name of a provider's model. Returns false for `none`, because commander takes null for an option that was
 * not given.
 */
export function parseProviderModel(text: string): string | false {
  if (text === 'none') return false;
  const { data } = ProjectPatch.safeParse({ helperModel: text });
  if (typeof data?.helperModel === 'string') return data.helperModel;
  throw new InvalidArgumentError('Give the model of a provider, such as anthropic/claude-haiku-4-5, or none.');
}

/** Parses a date or an ISO 8601 date-time, as the API does. */
export function parseBound(text: string): Date {
  const bound = DateBound.safeParse(text);
  if (bound.success) return bound.data;
  throw new InvalidArgumentError('Give a date such as 2026-11-21, or a date-time such as 2026-11-21T09:30:00Z.');
}

/** Parses the purpose for which an AI product fetches a page. */
export function parsePurpose(text: string): Purpose {
  const purpose = PurposeShape.safeParse(text);
  if (purpose.success) return purpose.data;
  throw new InvalidArgumentError(`Give one of ${purposes.join(', ')}.`);
}

/** Parses the form in which a page was requested. */
export function parseSurface(text: string): Surface {
  const surface = SurfaceShape.safeParse(text);
  if (surface.success) return surface.data;
  throw new InvalidArgumentError(`Give one of ${surfaces.join(', ')}.`);
}
/** The option for whose counts to show. */
export const sourceOption = (): Option =>
  new Option('--source <product>', 'only what this product, or copydesk itself, counted').choices(CountedBy.options);

/** Parses a name of 1 to 100 characters, without surrounding white space. */
export function parseName(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > 100) throw new InvalidArgumentError('Give a name of 1 to 100 characters.');
  return name;
}

/** Adds an origin such as `https://docs.example.com`, as browsers write it, to those given before. */
export function addOrigin(text: string, before: string[] = []): string[] {
  const url = URL.parse(text);
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href;
  if (!isOrigin)
    throw new InvalidArgumentError(`"${text}" is not an origin. Give one such as https://docs.example.com.`);
  return [...new Set([...before, url.origin])];
}

/** Adds comma-separated globs of a repository, as the API accepts them, to those given before. */
export function addGlobs(text: string, before: string[] = []): string[] {
  const { data } = ProjectPatch.safeParse({ allow: [...before, ...text.split(',')] });
  if (data?.allow !== undefined) return [...new Set(data.allow)];
  throw new InvalidArgumentError(
    'Give paths from the top of the repository, such as docs/examples/** or docs/conf.py.',
  );
}

/** Parses a person's role. */
export function parseRole(text: string): Role {
  const role = RoleShape.safeParse(text);
  if (role.success) return role.data;
  throw new InvalidArgumentError(`Give one of ${RoleShape.options.join(', ')}.`);
}

/** Parses which side counts people. */
export const parsePeople = parseOneOf<'browser' | 'server' | 'either'>('browser', 'server', 'either');

/** Returns a parser for a value that is one of at least two. Its error lists them: `Give a, b or c.` */
export function parseOneOf<Value extends string>(...values: readonly Value[]): (text: string) => Value {
  return (text) => {
    const value = values.find((one) => one === text);
    if (value !== undefined) return value;
    throw new InvalidArgumentError(`Give ${values.slice(0, -1).join(', ')} or ${values.at(-1)}.`);
  };
}

function isoDate(text: string): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/.test(text)) return undefined;
  // A time without an offset is in UTC, as everywhere in the API.
  const at = new Date(/T[^Z+-]*$/.test(text) ? `${text}Z` : text);
  // Date reads 2030-02-31 as 3 March.
  return Number.isNaN(at.getTime()) || !isRealDay(text.slice(0, 10)) ? undefined : at;
}

function isRealDay(day: string): boolean {
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}
