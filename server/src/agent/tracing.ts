/** What is told of a piece of work, by the names of OpenTelemetry's conventions: names and counts, never contents. */
export type Attributes = Record<string, string | number | string[] | undefined>;

/** A piece of work as it begins. */
export interface SpanDraft {
  name: string;
  /** `client`: somebody else is asked. */
  kind: 'internal' | 'client';
  attributes: Attributes;
  /** The job whose trace goes on with it. Without one it is part of the work around it, and of no trace where there is none. */
  job?: string;
}

/** A piece of work under way. */
export interface Span {
  set(attributes: Attributes): void;
  /** Says that it came to nothing, though it throws nothing; `type` is one of a few words. */
  fail(type: string): void;
}

/** Where pieces of work are told to whoever follows them from outside. Of itself it throws nothing and waits for nobody. */
export interface Tracing {
  /** Does a piece of work, which ends with its promise and has failed when that is rejected. What it does within is part of it. */
  within: <T>(draft: SpanDraft, work: (span: Span) => Promise<T>) => Promise<T>;
}

const silent: Span = { set: () => {}, fail: () => {} };

/** Tells nobody. */
export const noTracing: Tracing = { within: (_draft, work) => work(silent) };
