import type { ExportRow, Product, ReaderElsewhere, ReadOptions } from '../product.ts';
import { people, unnamedAi } from '../product.ts';
import { namedAgent } from '../named-agent.ts';
import { exportRefused } from '../read/export-file.ts';
import type { ExportFile } from '../read/export-file.ts';
import { tableRows } from '../read/table.ts';
import { readCount, readDay, readPage, shown } from '../read/values.ts';

/** Any other source, in the columns `date,path,views` and, when known, `kind` and `agent`. */
export const csv: Product = { name: 'csv', read };

type Column = 'date' | 'path' | 'views' | 'kind' | 'agent';

const columns = {
  needed: { date: ['date'], path: ['path'], views: ['views'] },
  also: { kind: ['kind'], agent: ['agent'] },
} as const;

const hint = 'The columns are date,path,views and, where it is known, kind and agent.';

async function* read(file: ExportFile, options: ReadOptions): AsyncIterable<ExportRow> {
  for await (const { line, cell } of tableRows<Column>(file, columns, { hint })) {
    const row = {
      line,
      day: readDay(file, line, cell('date'), options),
      views: readCount(file, line, cell('views'), 'views'),
      ...readPage(cell('path')),
    };
    const kind = cell('kind')?.trim().toLowerCase() ?? '';
    if (kind === 'bot' || kind === 'bots') yield { ...row, reader: people, leftOut: 'bots' };
    else yield { ...row, reader: readerOf(file, line, kind, cell('agent')?.trim() ?? '') };
  }
}

function readerOf(file: ExportFile, line: number, kind: string, agent: string): ReaderElsewhere {
  if (agent !== '' && (kind === '' || kind === 'ai')) return namedAgent(agent);
  if (kind === 'ai') return unnamedAi;
  if (agent === '' && ['', 'human', 'people'].includes(kind)) return people;
  if (agent !== '')
    throw exportRefused(
      file,
      line,
      `It has the agent ${shown(agent)} and is of the kind ${shown(kind)}; agents are "ai".`,
    );
  throw exportRefused(file, line, `The kind is ${shown(kind)}; it is "human", "ai" or "bot".`);
}
