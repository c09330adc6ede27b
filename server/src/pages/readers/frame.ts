import { Purpose, Surface } from '@copydesk/contract';
import { html } from '../view/html.ts';
import type { Html, HtmlValue } from '../view/html.ts';
import { addressOf } from './audience.ts';
import type { Audience, Part } from './audience.ts';
import { presets } from './query.ts';
import type { ReadersQuery } from './query.ts';
import { rangeOf } from './range.ts';
import { commonZones } from './zones.ts';
import { pathText, purposeNames, rangeWords, surfaceNames } from './words.ts';

/** What surrounds every part of the readers' pages. */
export interface Frame {
  audience: Audience;
  part: Part;
  query: ReadersQuery;
  heading: HtmlValue;
  /** The filters that this part offers. */
  filters?: readonly ('path' | 'purpose' | 'surface')[];
  /** Beside the heading. */
  actions?: HtmlValue;
  main: HtmlValue;
}

/** Renders a part of the readers' pages, with its range and links to the other parts. */
export function readersMain(frame: Frame): Html {
  const { audience, query, heading, actions, main } = frame;
  const range = rangeOf(query, audience.now);
  return html`<section class="readers">
    <header class="page-head">
      <h1>${heading}</h1>
      <div class="row-actions">${actions}</div>
    </header>
    ${partsNavigation(frame)}
    <div class="range">
      ${rangePicker(frame)}
      <p class="meta">${rangeWords(range, query.timeZone)} · days of ${query.timeZone}</p>
    </div>
    ${query.wrong !== undefined && html`<p class="note" role="alert">${query.wrong}</p>`} ${filterForm(frame)} ${main}
  </section>`;
}

/** The part in the navigation that another one belongs to. */
const partOf: Partial<Record<Part, Part>> = { '/page': '', '/unknown': '/agents' };

const partNames: [Part, string][] = [
  ['', 'Pages'],
  ['/agents', 'AI agents'],
  ['/not-found', 'Not found'],
  ['/referrers', 'Referrers'],
  ['/left-out', 'Left out'],
];

/** Not for viewers with only a link: what strangers write and how to reach them, and what jobs did and cost. */
const ownPartNames: [Part, string][] = [
  ['/feedback', 'What readers say'],
  ['/report', 'Report'],
];

/** Renders the links from one part to the others. */
export function partsNavigation({ audience, part, query }: Pick<Frame, 'audience' | 'part' | 'query'>): Html {
  const current = partOf[part] ?? part;
  const without = {
    page: 1,
    agent: undefined,
    purpose: undefined,
    path: undefined,
    surface: undefined,
    interval: undefined,
  };
  return html`<nav class="toggle parts" aria-label="Readers">
    ${[...partNames, ...(audience.api === undefined ? [] : ownPartNames)].map(
      ([one, name]) =>
        html`<a href="${addressOf(audience, one, query, without)}" ${one === current && html` aria-current="page"`}
          >${name}</a
        >`,
    )}
  </nav>`;
}

const presetNames = {
  today: 'Today',
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
  '12m': '12 months',
  all: 'All time',
} as const;

function rangePicker({ audience, part, query }: Frame): Html {
  return html`<nav class="toggle" aria-label="Range">
      ${presets.map(
        (range) =>
          html`<a
            href="${addressOf(audience, part, query, { range, page: 1, interval: undefined })}"
            ${range === query.range && html` aria-current="true"`}
            >${presetNames[range]}</a
          >`,
      )}
    </nav>
    <details class="custom" ${query.range === 'custom' && html` open`}>
      <summary>Dates and time zone</summary>
      <form class="inline" action="${audience.base}${part}">
        ${keptFields(query, ['path', 'agent', 'purpose', 'surface'])}
        <div class="field">
          <label for="from">From</label><input id="from" type="date" name="from" value="${query.from ?? ''}" />
        </div>
        <div class="field">
          <label for="to">Until, included</label><input id="to" type="date" name="to" value="${query.to ?? ''}" />
        </div>
        <div class="field">
          <label for="zone">Days of</label
          ><own-zone
            ><select id="zone" name="zone">
              ${zoneOptions(query.timeZone)}
            </select></own-zone
          >
        </div>
        ${query.range !== 'custom' && html`<input type="hidden" name="otherwise" value="${query.range}" />`}
        <button type="submit">Show</button>
      </form>
    </details>`;
}

function zoneOptions(chosen: string): Html[] {
  const names = commonZones.includes(chosen) ? commonZones : ['UTC', chosen, ...commonZones.slice(1)];
  return names.map((name) => html`<option value="${name}" ${name === chosen && html` selected`}>${name}</option>`);
}

function filterForm({ audience, part, query, filters = [] }: Frame): Html | undefined {
  if (filters.length === 0) return undefined;
  const chosen = [
    filters.includes('path') &&
      query.path !== undefined &&
      chip(
        addressOf(audience, part, query, { path: undefined, page: 1 }),
        html`Path begins with ${pathText(query.path)}`,
      ),
    query.purpose !== undefined &&
      chip(addressOf(audience, part, query, { purpose: undefined, page: 1 }), purposeNames[query.purpose]),
    query.agent !== undefined &&
      chip(addressOf(audience, part, query, { agent: undefined, page: 1 }), pathText(query.agent)),
    query.surface !== undefined &&
      chip(addressOf(audience, part, query, { surface: undefined, page: 1 }), surfaceNames[query.surface]),
  ].filter((one) => one !== false);
  return html`<form class="inline filters" action="${audience.base}${part}" role="search" aria-label="Filter">
    ${keptFields(query, filters.includes('path') ? ['agent', 'range'] : ['path', 'agent', 'range'])}
    ${
      filters.includes('path') &&
      html`<div class="field grow">
        <label for="path">Path begins with</label
        ><input
          id="path"
          type="search"
          name="path"
          value="${query.path ?? ''}"
          placeholder="/guides/"
          maxlength="2000"
        />
      </div>`
    }
    ${
      filters.includes('purpose') &&
      html`<div class="field">
        <label for="purpose">Readers</label
        ><select id="purpose" name="purpose">
          <option value="">People and all AI</option>
          ${Purpose.options.map((one) => html`<option value="${one}" ${one === query.purpose && html` selected`}>AI: ${purposeNames[one]}</option>`)}
        </select>
      </div>`
    }
    ${
      filters.includes('surface') &&
      html`<div class="field">
        <label for="surface">Asked for as</label
        ><select id="surface" name="surface">
          <option value="">Any form</option>
          ${Surface.options.map((one) => html`<option value="${one}" ${one === query.surface && html` selected`}>${surfaceNames[one]}</option>`)}
        </select>
      </div>`
    }
    <button type="submit">Filter</button>
    ${chosen.length > 0 && html`<p class="chosen">${chosen}</p>`}
  </form>`;
}

function chip(without: string, text: HtmlValue): Html {
  return html`<a class="chip" href="${without}"
    >${text} <span aria-hidden="true">×</span><span class="visually-hidden">, remove this filter</span></a
  >`;
}

/** Renders hidden fields for the parts of the query that a form does not ask for, but keeps. */
function keptFields(
  query: ReadersQuery,
  names: readonly ('path' | 'agent' | 'purpose' | 'surface' | 'range')[],
): HtmlValue {
  const values: Record<string, string | undefined> = {};
  for (const name of names) {
    if (name !== 'range') values[name] = query[name];
    else Object.assign(values, query.range === 'custom' ? { from: query.from, to: query.to } : { range: query.range });
    if (name === 'range' && query.timeZone !== 'UTC') values.zone = query.timeZone;
  }
  return Object.entries(values).map(
    ([name, value]) => value !== undefined && html`<input type="hidden" name="${name}" value="${value}" />`,
  );
}
