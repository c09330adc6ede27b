import type { Edit } from '../edits.ts';

/** What stands in for a service that was not wired: every method of it does nothing. */
export const nothing = {
  function: '(() => undefined) as never',
  // Without a `then`, or whoever awaits it would wait forever.
  service: "new Proxy(() => undefined, { get: (_, name) => (name === 'then' ? undefined : () => undefined) }) as never",
};

/**
 * Compiles only for a function, or an object that has a method of its own kind: a name, a number or a list of settings
 * that is replaced fails at once, and says nothing about tests.
 */
const declaration = `
type MutatedService<T> = T extends
  | string | number | boolean | bigint | symbol | null | undefined | Date | URL | RegExp | Error
  | readonly unknown[] | ReadonlyMap<unknown, unknown> | ReadonlySet<unknown>
  ? never
  : T extends (...parameters: never[]) => unknown
    ? unknown
    : true extends { [K in keyof T]-?: NonNullable<T[K]> extends (...parameters: never[]) => unknown ? true : never }[keyof T]
      ? unknown
      : never;
declare function mutatedService<T>(value: T & MutatedService<T>): T;
`;

/**
 * @param before what must stand before the value: the name of a shorthand property.
 * @param end of the source.
 */
export function serviceEdits(span: { start: number; end: number }, before: string, value: string, end: number): Edit[] {
  return [
    { start: span.start, end: span.end, text: `${before}mutatedService(${value})` },
    { start: end, end, text: declaration },
  ];
}
