import { html } from '../view/html.ts';

/** How many characters of a label are shown. */
const longestLabel = 40;

/** The approximate width of a character at 11 pixels. `textLength` makes it exact, whatever font is used. */
const characterWidth = 6.6;

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/**
 * Renders a badge: a label and a number, or "unknown" without one. It contains no script and loads nothing, and its
 * texts are escaped. Characters that XML does not allow and invisible ones are removed.
 */
export function badgeSvg(label: string, views: number | undefined): string {
  const name = cleanLabel(label);
  const value = views === undefined ? 'unknown' : views < 10_000 ? views.toLocaleString('en') : compact.format(views);
  const spoken = `${name}: ${views === undefined ? 'unknown' : views.toLocaleString('en')}`;
  const [left, right] = [widthOf(name), widthOf(value)];
  return html`<svg
    xmlns="http://www.w3.org/2000/svg"
    width="${left + right}"
    height="20"
    role="img"
    aria-label="${spoken}"
  >
    <title>${spoken}</title>
    <clipPath id="r"><rect width="${left + right}" height="20" rx="4" fill="#fff" /></clipPath>
    <g clip-path="url(#r)">
      <rect width="${left}" height="20" fill="#43474d" />
      <rect x="${left}" width="${right}" height="20" fill="${views === undefined ? '#6b6b6b' : '#205d86'}" />
    </g>
    <g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
      <text x="${left / 2}" y="14" textLength="${left - 12}" lengthAdjust="spacingAndGlyphs">${name}</text>
      <text x="${left + right / 2}" y="14" textLength="${right - 12}" lengthAdjust="spacingAndGlyphs">${value}</text>
    </g>
  </svg>`.markup;
}

function cleanLabel(label: string): string {
  const text = label
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cn}\p{Co}\u115F\u1160\u3164\uFFA0]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const characters = Array.from(text);
  if (characters.length === 0) return 'views';
  return characters.length <= longestLabel ? text : `${characters.slice(0, longestLabel - 1).join('')}…`;
}

function widthOf(text: string): number {
  return Math.round(Array.from(text).length * characterWidth) + 12;
}
