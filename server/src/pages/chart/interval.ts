import { scaleLog } from 'd3-scale';
import { html } from '../view/html.ts';
import type { Html } from '../view/html.ts';

/** From a quarter to four times the views. Values beyond that are drawn at the edge. */
const scale = scaleLog().domain([0.25, 4]).range([0, 100]).clamp(true);

/** Draws the interval of relative growth (0.3 is 30 % more), its estimate, and the mark of no difference. */
export function intervalBar({ low, lift, high }: { low: number; lift: number; high: number }): Html {
  return html`<svg class="interval" width="100%" height="14" aria-hidden="true" focusable="false">
    <line class="none" x1="50%" x2="50%" y1="0" y2="14" />
    <line class="reach" x1="${place(low)}%" x2="${place(high)}%" y1="7" y2="7" />
    <circle class="estimate" cx="${place(lift)}%" cy="7" r="4" />
  </svg>`;
}

function place(share: number): string {
  return scale(Math.max(1e-3, 1 + share)).toFixed(2);
}
