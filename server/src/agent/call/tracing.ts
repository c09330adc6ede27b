/** The attributes of a span, named by OpenTelemetry's conventions: names and counts, never contents. */
export type Attributes = Record<string, string | number | string[] | undefined>;

/** A span before it starts. */
export interface SpanDraft {
  name: string;
  /** `client`: a request to another system. */
  kind: 'internal' | 'client';
  attributes: Attributes;
  /**
   * The job whose trace the span continues. Without it, the span belongs to the one around it; if there is none, it is
   * not recorded.
   */
  job?: string;
}

/** A span in progress. */
export interface Span {
  set(attributes: Attributes): void;
  /** Marks the span as failed although nothing was thrown; `type` is one of a few words. */
  fail(type: string): void;
}

/** Reports spans to an observer outside of the process. It never throws by itself and never waits for the observer. */
export interface Tracing {
  /**
   * Runs work within a span, which ends with the work's promise and fails when that is rejected. Spans inside become
   * its children.
   */
  within: <T>(draft: SpanDraft, work: (span: Span) => Promise<T>) => Promise<T>;
}

const silent: Span = { set: () => {}, fail: () => {} };

/** Reports nothing. */
export const noTracing: Tracing = { within: (_draft, work) => work(silent) };
