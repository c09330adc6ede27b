import { parse, type Node } from 'acorn';
import { withoutTypes } from '../../literal/javascript.ts';
import type { Span } from '../../tree.ts';
import type { Tag } from './tags.ts';

/**
 * Returns the imports of modules in `<script>` elements: `import`, `export … from`, or `import('a')` with a literal
 * text.
 */
export function scriptImports(text: string, tags: Tag[]): { target: string; span: Span }[] {
  return tags
    .filter(({ name, kind, attributes }) => name === 'script' && kind === 'open' && isModule(attributes))
    .flatMap(({ end }) => {
      const close = text.indexOf('</script', end);
      return close === -1 ? [] : importsIn(text.slice(end, close), end);
    });
}

/** Returns whether a script is a module of the page. One with `src` or `type` is meant for browsers. */
function isModule(attributes: Tag['attributes']): boolean {
  return !attributes.some(({ name }) => name === 'src' || name === 'type');
}

function importsIn(code: string, offset: number): { target: string; span: Span }[] {
  if (!/\b(?:import|export)\b/.test(code)) return [];
  const sources = sourcesOf(code).toSorted((a, b) => a.start - b.start);
  return sources.map(({ value, start, end }) => ({
    target: value,
    span: { start: offset + start, end: offset + end },
  }));
}

const options = { ecmaVersion: 'latest', sourceType: 'module', allowAwaitOutsideFunction: true } as const;

/** Returns the sources of all imports. A text that is neither JavaScript nor TypeScript has no recognisable imports. */
function sourcesOf(code: string): Source[] {
  try {
    return sourcesIn(parse(code, options));
  } catch {
    try {
      const stripped = withoutTypes(code);
      return [...sourcesIn(parse(stripped, options)), ...typeSources(code, stripped)];
    } catch {
      return [];
    }
  }
}

/** A quoted text without its quotes. */
interface Source extends Span {
  value: string;
}

/** Returns the sources of `import type`, which are blanked together with the other types. */
function typeSources(code: string, stripped: string): Source[] {
  const pattern =
    /^[ \t]*(?:import|export)\s+type\s[^'"`;]{0,2000}?\bfrom\s*(?<quote>["'])(?<value>[^"'\n]+)\k<quote>/dgm;
  return [...code.matchAll(pattern)].flatMap(({ 0: whole, index, indices, groups }) => {
    const [start, end] = indices?.groups?.['value'] ?? [0, 0];
    const isBlank = stripped.slice(index, index + whole.length).trim() === '';
    return isBlank ? [{ value: groups?.['value'] ?? '', start, end }] : [];
  });
}

function sourcesIn(program: Node): Source[] {
  const found: Source[] = [];
  const waiting: unknown[] = [program];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (Array.isArray(node)) waiting.push(...node.filter(isPresent));
    if (!isNode(node)) continue;
    if ('source' in node && /^(?:Import|Export)/.test(node.type) && isText(node.source)) {
      found.push({ value: node.source.value, start: node.source.start + 1, end: node.source.end - 1 });
    }
    waiting.push(...Object.values(node).filter(isPresent));
  }
  return found;
}

function isPresent(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function isText(value: unknown): value is Source {
  return isNode(value) && 'value' in value && typeof value.value === 'string';
}
