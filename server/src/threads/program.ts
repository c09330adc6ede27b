/**
 * A program beside the module that names it, as it is there: in the package as JavaScript, in a clone as the TypeScript that
 * Node runs as it is.
 *
 * @param source the address of its source, such as `new URL('./worker.ts', import.meta.url)`.
 */
export function programOf(source: URL): URL {
  return import.meta.url.endsWith('.ts') ? source : new URL(source.href.replace(/\.ts$/, '.js'));
}
