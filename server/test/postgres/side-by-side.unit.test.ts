import { expect, test } from 'vitest';
import { readMigrations, readMigrationText } from '../../src/postgres/migrate.ts';

/** Earlier migrations were written when a start ended all processes of the previous version. */
const lastOfThatKind = 20;

/** Statements that break a process of the previous version while it runs beside the new one. */
const takesAway: [string, RegExp][] = [
  ['drops a table or a column', /\bdrop (?:table|column)\b/],
  ['renames', /\brename (?:to|column|table)\b/],
  ['changes the type of a column', /\balter column \w+ (?:set data )?type\b/],
  [
    'demands what the version before does not write',
    /\bset not null\b|\badd column(?: if not exists)? \w+ [^,;]*\bnot null(?![^,;]*\bdefault\b)(?<!default [^,;]*)/,
  ],
];

function faultsOf(text: string): string[] {
  const statements = text.replaceAll(/--.*$/gm, '').toLowerCase();
  return takesAway.filter(([, pattern]) => pattern.test(statements)).map(([name]) => name);
}

test('a new migration keeps what processes of the previous version use', async () => {
  const migrations = (await readMigrations()).filter(({ version }) => version > lastOfThatKind);
  for (const migration of migrations) {
    expect({ [migration.name]: faultsOf(await readMigrationText(migration)) }).toEqual({ [migration.name]: [] });
  }
});

test.each([
  ['alter table job drop column summary;', ['drops a table or a column']],
  ['alter table job rename column summary to told;', ['renames']],
  ['alter table job alter column steps type bigint;', ['changes the type of a column']],
  ['alter table job add column words text not null;', ['demands what the version before does not write']],
  ["alter table job add column words text not null default '', add column more integer;", []],
  ["alter table job add column words text default '' not null;", []],
  ['create table told (id text not null); -- drop table job', []],
  ['drop index job_queue; drop function old();', []],
])('%s', (statement, faults) => {
  expect(faultsOf(statement)).toEqual(faults);
});
