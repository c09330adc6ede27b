import { Interval } from '@copydesk/contract';
import type { HealthResult } from '@copydesk/contract';
import { type Command, Option } from 'commander';
import {
  agentColumns,
  healthColumns,
  pageColumns,
  referrerColumns,
  timeColumns,
} from '../../analytics/export/columns.ts';
import { readAgents } from '../../analytics/read/agents.ts';
import { readHealth } from '../../analytics/read/health.ts';
import { readReferrers } from '../../analytics/read/referrers.ts';
import { readTimeseries } from '../../analytics/read/timeseries.ts';
import { readNotFound } from '../../analytics/read/views.ts';
import type { Context } from '../context.ts';
import { addViewsTable } from '../views-table.ts';

/** The tables of page views besides that of the pages, a command each. */
export function buildViewsTables(group: Command, context: Context): void {
  addViewsTable(group, context, {
    name: 'agents',
    summary: 'Show which AI agents have read',
    read: readAgents,
    rows: ({ agents }) => agents,
    columns: agentColumns,
    shown: ['agent', 'operator', 'purpose', 'views', 'verified', 'lastSeen'],
  });
  addViewsTable(group, context, {
    name: 'not-found',
    summary: 'Show what was asked for and is not there',
    read: readNotFound,
    rows: ({ paths }) => paths,
    columns: pageColumns,
  });
  addViewsTable(group, context, {
    name: 'referrers',
    summary: 'Show which sites send readers',
    read: readReferrers,
    rows: ({ referrers }) => referrers,
    columns: referrerColumns,
    shown: ['referrer', 'product', 'human', 'ai', 'total'],
  });
  addViewsTable(group, context, {
    name: 'timeseries',
    summary: 'Show page views over time',
    read: readTimeseries,
    rows: ({ series }) => series,
    columns: timeColumns,
  }).addOption(
    new Option('--interval <interval>', 'what a row counts').choices(Interval.options).default(Interval.enum.day),
  );
  addViewsTable(group, context, {
    name: 'health',
    summary: 'Show what arrived, and what was dropped',
    read: readHealth,
    rows: ({ days }) => days,
    columns: healthColumns,
    shown: ['date', 'accepted', 'duplicates', 'late', 'dropped', 'refused'],
    notes: healthNotes,
  });
}

/** Why things were dropped and refused, and whether people may count twice. */
function healthNotes({ totals: { dropped, refused, people } }: HealthResult): string[] {
  const both =
    `People are counted by browsers (${people.browser}) and by servers or logs (${people.server}). Where both see the ` +
    'same pages, choose one: copydesk project set <project> --people browser';
  return [
    ...reasons('Dropped', dropped),
    ...reasons('Refused', refused),
    ...(people.browser > 0 && people.server > 0 ? [both] : []),
  ];
}

function reasons(title: string, counts: Partial<Record<string, number>>): string[] {
  const listed = Object.entries(counts).map(([reason, count]) => `${reason} ${count}`);
  return listed.length === 0 ? [] : [`${title}: ${listed.join(', ')}`];
}
