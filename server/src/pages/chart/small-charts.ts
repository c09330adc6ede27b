import { max } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { html } from '../view/html.ts';
import type { Html } from '../view/html.ts';

/** The stripes that distinguish AI from people without colours. A page with split bars includes them once. */
export const stripes: Html = html`<svg class="visually-hidden" aria-hidden="true" focusable="false">
  <defs>
    <pattern id="stripes" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect class="ground" width="5" height="5" />
      <rect class="stripe" width="2.5" height="5" />
    </pattern>
  </defs>
</svg>`;

/** Draws a row's share of the greatest total, split by readers. The figures stand beside it. */
export function splitBar({ human, ai }: { human: number; ai: number }, greatest: number): Html {
  const share = (views: number) => (greatest === 0 ? 0 : Math.max(0, (100 * views) / greatest)).toFixed(2);
  return html`<svg class="split" width="100%" height="10" aria-hidden="true" focusable="false">
    <rect class="people" width="${share(human)}%" height="10" rx="2" />
    <rect class="ai" x="${share(human)}%" width="${share(ai)}%" height="10" rx="2" />
  </svg>`;
}

/** Draws a trend as a small line. Its label describes it. What is not over, such as today, is not a part of it. */
export function sparkline(values: number[], label: string): Html {
  const y = scaleLinear()
    .domain([0, Math.max(1, max(values) ?? 0)])
    .range([22, 2]);
  const drawn = values.length === 1 ? [...values, ...values] : values;
  const x = scaleLinear()
    .domain([0, Math.max(1, drawn.length - 1)])
    .range([0, 100]);
  const path = line<number>(
    (_value, place) => x(place),
    (value) => y(value),
  ).digits(1)(drawn);
  return html`<svg class="spark" role="img" aria-label="${label}" viewBox="0 0 100 24" preserveAspectRatio="none">
    <path d="${path}" />
  </svg>`;
}
