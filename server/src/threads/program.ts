/**
 * Returns the address of a program beside the module that names it: JavaScript in the published package, and in a clone
 * the TypeScript source, which Node runs directly.
 *
 * @param source the address of its source, such as `new URL('./worker.ts', import.meta.url)`.
 */
export function programOf(source: URL): URL {
  return import.meta.url.endsWith('.ts') ? source : new URL(source.href.replace(/\.ts$/, '.js'));
}
