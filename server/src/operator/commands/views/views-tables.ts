import { Interval } from '@copydesk/contract';
import type { HealthResult } from '@copydesk/contract';
import { type Command, Option } from 'commander';
import {
  agentColumns,
  healthColumns,
  missingColumns,
  referrerColumns,
  timeColumns,
  unknownReaderColumns,
} from '../../../analytics/export/columns.ts';
import type { Context } from '../../context.ts';
import { parseSurface } from '../../options.ts';
import { sourceNotes } from '../../view/views-options.ts';
import { addViewsTable } from '../../view/views-table.ts';

/** Adds a command for each table of page views, except the table of pages. */
export function buildViewsTables(group: Command, context: Context): void {
  addViewsTable(group, context, {
    name: 'agents',
    summary: 'Show which AI agents have read',
    read: (views, projectId, query) => views.agents(projectId, query),
    rows: ({ agents }) => agents,
    columns: agentColumns,
    shown: ['agent', 'operator', 'purpose', 'views', 'verified', 'lastSeen'],
    notes: (result) => sourceNotes(result),
  }).addOption(surfaceOption());
  addViewsTable(group, context, {
    name: 'not-found',
    summary: 'Show the paths that were not found',
    read: (views, projectId, query) => views.notFound(projectId, query),
    rows: ({ paths }) => paths,
    columns: missingColumns,
  }).addOption(surfaceOption());
  addViewsTable(group, context, {
    name: 'unknown',
    summary: 'Show readers that look unusual, with rules to start with',
    read: (views, projectId, query) => views.unknownReaders(projectId, query),
    rows: ({ readers }) => readers,
    columns: unknownReaderColumns,
    shown: ['mark', 'class', 'views', 'userAgent', 'rule'],
  });
  addViewsTable(group, context, {
    name: 'referrers',
    summary: 'Show which sites send readers',
    read: (views, projectId, query) => views.referrers(projectId, query),
    rows: ({ referrers }) => referrers,
    columns: referrerColumns,
    shown: ['referrer', 'product', 'human', 'ai', 'total'],
  });
  addViewsTable(group, context, {
    name: 'timeseries',
    summary: 'Show page views over time',
    read: (views, projectId, query) => views.timeseries(projectId, query),
    rows: ({ series }) => series,
    columns: timeColumns,
    shown: ['start', 'human', 'ai', 'total', 'bots'],
    notes: (result) => sourceNotes(result),
  })
    .addOption(
      new Option('--interval <interval>', 'the interval of a row').choices(Interval.options).default(Interval.enum.day),
    )
    .addOption(surfaceOption());
  addViewsTable(group, context, {
    name: 'health',
    summary: 'Show what arrived, and what was dropped',
    read: (views, projectId, query) => views.health(projectId, query),
    rows: ({ days }) => days,
    columns: healthColumns,
    shown: ['date', 'accepted', 'duplicates', 'late', 'dropped', 'refused'],
    notes: healthNotes,
  });
}

const surfaceOption = () =>
  new Option('--surface <form>', 'only requests for html, markdown or llms.txt').argParser(parseSurface);

/** Returns why views were dropped and refused, and whether people may be counted twice. */
function healthNotes({ totals: { dropped, refused, people } }: HealthResult): string[] {
  return [...reasons('Dropped', dropped), ...reasons('Refused', refused), ...describeSides(people)];
}

function describeSides({ browser, server, countedBy, decidedAt }: HealthResult['totals']['people']): string[] {
  if (countedBy !== null) {
    const side = countedBy === 'browser' ? 'browsers' : 'servers or logs';
    const since = decidedAt === null ? '' : `, decided by a week of data on ${decidedAt.slice(0, 10)}`;
    return [`People are counted by ${side}${since}: copydesk project set <project> --people …`];
  }
  if (browser === 0 || server === 0) return [];
  return [
    `People are counted by browsers (${browser}) and by servers or logs (${server}). If both see the same pages, a week of ` +
      'data decides; or choose one: copydesk project set <project> --people browser',
  ];
}

function reasons(title: string, counts: Partial<Record<string, number>>): string[] {
  const listed = Object.entries(counts).map(([reason, count]) => `${reason} ${count}`);
  return listed.length === 0 ? [] : [`${title}: ${listed.join(', ')}`];
}
