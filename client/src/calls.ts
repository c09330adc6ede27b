import type { paths } from './schema.ts';

/** The options of any call, in addition to those of its endpoint. */
export interface CallOptions {
  /** Aborts the call with its retries and pauses: it rejects with the reason of the signal. */
  signal?: AbortSignal;
}

/** Options of a call that creates something. */
export interface OnceOptions {
  /** Identifies what is created, so that it is created once, however often the call is sent. */
  idempotencyKey?: string;
}

type Method = 'get' | 'put' | 'post' | 'patch' | 'delete';

/** The paths that have an operation of this method. */
type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, { responses: unknown }> ? P : never;
}[keyof paths];

/**
 * The input of an operation: `path`, `query` and `body` as in the OpenAPI file, and an idempotency key if it accepts
 * one. The types are not inferred from the argument, so that an unknown field is an error; openapi-fetch 0.17 accepts
 * wrong fields of `path` and `body`.
 */
type Input<O> = Pick<Parameters<O>, keyof Parameters<O> & ('path' | 'query')> & Body<O> & Once<O> & CallOptions;

type Parameters<O> = O extends { parameters: infer P } ? P : never;

type Body<O> = O extends { requestBody: { content: { 'application/json': infer B } } } ? { body: B } : { body?: never };

type Once<O> =
  Parameters<O> extends { header?: infer H }
    ? // Where an operation has no headers the file says `never`, which is whatever is asked for.
      [H & {}] extends [never]
      ? { idempotencyKey?: never }
      : H & {} extends { 'Idempotency-Key'?: string }
        ? OnceOptions
        : { idempotencyKey?: never }
    : { idempotencyKey?: never };

/** The result of an operation; null for an empty response. */
type Output<O> = O extends { responses: infer R } ? { [S in keyof R]: OutputOf<S, R[S]> }[keyof R] : never;

type OutputOf<S, R> = S extends 200 | 201 | 202
  ? R extends { content: { 'application/json': infer J } }
    ? J
    : null
  : S extends 204
    ? null
    : never;

type Call<M extends Method> = <P extends PathOf<M>>(
  path: P,
  ...input: object extends Input<paths[P][M]> ? [Input<paths[P][M]>?] : [Input<paths[P][M]>]
) => Promise<Output<paths[P][M]>>;

/** Every endpoint of the OpenAPI file by its method and path. */
export interface Calls {
  get: Call<'get'>;
  put: Call<'put'>;
  post: Call<'post'>;
  patch: Call<'patch'>;
  delete: Call<'delete'>;
}
