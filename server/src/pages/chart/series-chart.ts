import { max } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { area, curveMonotoneX, line } from 'd3-shape';
import { html } from '../view/html.ts';
import type { Html } from '../view/html.ts';

/** One point in time of a chart: its name and its figures. */
export interface ChartPoint {
  /** Short, for the axis. */
  label: string;
  /** In full, for the table and the value under the pointer. */
  name: string;
  human: number;
  ai: number;
  /** Whether the figures are those of its whole time: today's are not, and a line to them would look like a collapse. */
  isWhole: boolean;
}

export interface SeriesChart {
  /** Distinguishes this chart's elements from others on the page. */
  id: string;
  title: string;
  /** Describes the figures in a sentence. */
  summary: string;
  /** What a row of the table is, such as "Day". */
  unit: string;
  points: ChartPoint[];
}

/** The plot is stretched to the available width. Texts are not stretched; they are placed at a percentage of it. */
const [width, height] = [1000, 200];

/**
 * Draws people and AI over time, with their table: an area and a dashed line, which differ without colours. Points that
 * are not whole are dots beside the lines.
 */
export function seriesChart({ id, title, summary, unit, points }: SeriesChart): Html {
  const y = scaleLinear()
    .domain([0, Math.max(4, max(points, ({ human, ai }) => Math.max(human, ai)) ?? 0)])
    .nice(3)
    .range([height, 14]);
  const x = scaleLinear()
    .domain([0, Math.max(1, points.length - 1)])
    .range([0, width]);
  const placed = points.map((point, place) => ({ ...point, x: x(place) }));
  const whole = placed.filter(({ isWhole }) => isWhole);
  const [only] = whole;
  // A single point is drawn as a horizontal line.
  const drawn = points.length === 1 && only !== undefined ? [only, { ...only, x: width }] : whole;
  const lineOf = (value: (point: ChartPoint) => number) =>
    line<PlacedPoint>(
      (point) => point.x,
      (point) => y(value(point)),
    )
      .digits(1)
      .curve(curveMonotoneX)(drawn);
  const people = area<PlacedPoint>(
    (point) => point.x,
    height,
    ({ human }) => y(human),
  )
    .digits(1)
    .curve(curveMonotoneX)(drawn);
  // A line of a single point among others could not be seen.
  const dots = placed.filter(({ isWhole }) => !isWhole || drawn.length === 1);
  return html`<figure class="series">
    <p class="legend" aria-hidden="true">
      <span
        ><svg width="22" height="10"><path class="people line" d="M0 5H22" /></svg>People</span
      >
      <span
        ><svg width="22" height="10"><path class="ai line" d="M0 5H22" /></svg>AI</span
      >
    </p>
    <chart-hover for="${id}-table">
      <svg class="chart" role="img" aria-labelledby="${id}-title ${id}-desc" width="100%" height="${height + 26}">
        <title id="${id}-title">${title}</title>
        <desc id="${id}-desc">${summary}</desc>
        ${y.ticks(3).map((tick) => gridLine(y(tick)))}
        <svg width="100%" height="${height}" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none">
          <path class="people area" d="${people}" />
          <path class="people line" d="${lineOf(({ human }) => human)}" />
          <path class="ai line" d="${lineOf(({ ai }) => ai)}" />
        </svg>
        ${dots.map((point) => [dot(point, 'ai', y(point.ai)), dot(point, 'people', y(point.human))])}
        ${y.ticks(3).map((tick) => gridLabel(tick, y(tick)))}
        ${axisPlaces(points.length).map((place) => axisLabel(points, place))}
      </svg>
    </chart-hover>
    ${points.some(({ isWhole }) => !isWhole) && html`<p class="meta">A dot marks an incomplete ${unit.toLowerCase()}: it has not ended, or only part of it is in the range.</p>`}
    ${chartTable(`${id}-table`, { title, unit, points })}
  </figure>`;
}

type PlacedPoint = ChartPoint & { x: number };

/** It is not in the stretched plot, where it would be an ellipse. */
function dot({ x }: PlacedPoint, kind: 'people' | 'ai', y: number): Html {
  return html`<circle class="dot ${kind}" cx="${((100 * x) / width).toFixed(2)}%" cy="${y.toFixed(1)}" r="3.5" />`;
}

function gridLine(at: number): Html {
  const place = at.toFixed(1);
  return html`<line class="grid" x1="0" x2="100%" y1="${place}" y2="${place}" />`;
}

function gridLabel(value: number, at: number): Html {
  return html`<text class="tick" x="0" y="${(at - 4).toFixed(1)}">${figure(value)}</text>`;
}

/** Places at most five axis labels, for which a phone has room. */
function axisPlaces(count: number): number[] {
  const labels = Math.min(5, count);
  if (labels < 2) return count === 0 ? [] : [0];
  return Array.from({ length: labels }, (_, number) => Math.round((number * (count - 1)) / (labels - 1)));
}

function axisLabel(points: ChartPoint[], place: number): Html {
  const share = points.length === 1 ? 0 : (100 * place) / (points.length - 1);
  const anchor = share === 0 ? 'start' : share === 100 ? 'end' : 'middle';
  return html`<text class="tick" x="${share.toFixed(2)}%" y="${height + 19}" text-anchor="${anchor}"
    >${points[place]?.label}</text
  >`;
}

function chartTable(id: string, { title, unit, points }: Pick<SeriesChart, 'title' | 'unit' | 'points'>): Html {
  return html`<details class="figures">
    <summary>The figures as a table</summary>
    <div class="scroll" tabindex="0" role="region" aria-label="${title}, as a table">
      <table class="data" id="${id}">
        <caption class="visually-hidden">
          ${title}
        </caption>
        <thead>
          <tr>
            <th scope="col">${unit}</th>
            <th scope="col" class="figure">People</th>
            <th scope="col" class="figure">AI</th>
            <th scope="col" class="figure">Total</th>
          </tr>
        </thead>
        <tbody>
          ${points.map(
            ({ name, human, ai, isWhole }) =>
              html`<tr>
                <th scope="row">${name}${!isWhole && ', incomplete'}</th>
                <td class="figure">${figure(human)}</td>
                <td class="figure">${figure(ai)}</td>
                <td class="figure">${figure(human + ai)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </details>`;
}

const figures = new Intl.NumberFormat('en');

/** `12,345` */
export function figure(value: number): string {
  return figures.format(value);
}
