import { products } from '../../../src/analytics/elsewhere/products/all.ts';
import type { ExportRow } from '../../../src/analytics/elsewhere/product.ts';
import type { SourceName } from '@copydesk/contract';

/** Returns the rows of an export, as its product's reader reads them on 22 November 2026. */
export async function readExport(
  source: SourceName,
  content: string | Buffer,
  { name = 'export.csv', date }: { name?: string; date?: string } = {},
): Promise<ExportRow[]> {
  // Pieces of odd lengths, which split characters and quoted fields.
  const bytes = Buffer.from(content);
  async function* pieces() {
    for (let start = 0; start < bytes.length; start += 37) yield bytes.subarray(start, start + 37);
  }
  const file = { name, baseName: name, bytes: pieces };
  return await Array.fromAsync(products[source].read(file, { date, today: '2026-11-22' }));
}

/** Formats a row as `2026-03-01 /a human 5`, with the reason when it is left out. */
export function reported({ day, path, reader, views, leftOut }: ExportRow): string {
  const who = reader.class === 'human' ? 'human' : `${reader.agent}/${reader.purpose}`;
  return [day, path, who, views, ...(leftOut === undefined ? [] : [leftOut])].join(' ');
}
