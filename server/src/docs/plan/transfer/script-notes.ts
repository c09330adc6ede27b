import type { Place } from './place.ts';
import type { Stretch } from './stretch.ts';

/** Returns notes on scripts that cannot be moved: merging two of them requires knowing what they do. */
export function scriptNotes({ path, text, start, end }: Stretch, place: Place): string[] {
  const moved = text.slice(start, end);
  const takesScript = /<script\b/.test(moved);
  if (takesScript && place.page !== undefined && /^<script\b/m.test(place.page.text))
    return [`${place.path} has two <script> elements now: make them one`];
  if (takesScript) return [];
  const script = /^<script\b[^>]*>((?:(?!<\/script>)[^])*)/m.exec(text)?.[1] ?? '';
  const names = [...script.matchAll(/\bimport\s+(?:\{\s*)?([A-Z][\w$]*)/g)].flatMap(([, name]) => name ?? []);
  const used = [...new Set(names)].filter((name) => moved.includes(`<${name}`));
  return used.map((name) => `the text uses <${name}>, which the script of ${path} imports: ${place.path} needs it too`);
}
