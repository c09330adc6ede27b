import type { paths } from './schema.ts';

/** What any call takes besides what its endpoint takes. */
export interface CallOptions {
  /** Ends the call, its repetitions and their pauses: it rejects with the reason of the signal. */
  signal?: AbortSignal;
}

/** Options of a call that makes something. */
export interface OnceOptions {
  /** Names what is made, so that it is made once, however often the call is sent. */
  idempotencyKey?: string;
}

type Method = 'get' | 'put' | 'post' | 'patch' | 'delete';

/** The paths that have an operation of this method. */
type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, { responses: unknown }> ? P : never;
}[keyof paths];

/**
 * What an operation takes: `path`, `query` and `body` as in the OpenAPI file, and an idempotency key where it knows one. The types are not inferred from the
 * argument, so that a field that there is not is an error; openapi-fetch 0.17 takes wrong fields of `path` and `body`.
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

/** What it answers; null where it says nothing. */
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
