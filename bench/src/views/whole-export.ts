import { performance } from 'node:perf_hooks';
import type { Row } from '../support/figures.ts';
import { peakOf, residentMegabytes } from './process-figures.ts';
import type { ViewsServer } from './server.ts';

/** Measures an export of every page of a project, and its effect on the server's memory. */
export async function measureWholeExport(server: ViewsServer, projectId: string): Promise<Row[]> {
  await download(server, projectId, 'application/json');
  const before = await residentMegabytes(server.processId);
  const start = performance.now();
  const peak = await peakOf(server.processId, async () => await download(server, projectId, 'application/x-ndjson'));
  const seconds = (performance.now() - start) / 1000;
  const { bytes, lines } = peak.result;
  return [
    { name: `export of all ${lines.toLocaleString('en')} pages of a project`, value: seconds, unit: 's' },
    { name: '  size', value: bytes / 1e6, unit: 'MB' },
    { name: '  resident memory of the server before it', value: before, unit: 'MB' },
    { name: '  growth while it streamed', value: peak.megabytes - before, unit: 'MB' },
  ];
}

async function download({ url, token }: ViewsServer, projectId: string, accept: string) {
  const response = await fetch(`${url}/v1/analytics/${projectId}/views/export`, {
    headers: { authorization: `Bearer ${token}`, accept },
  });
  if (response.body === null || response.status !== 200) throw new Error(`The export was answered ${response.status}`);
  let [bytes, lines] = [0, 0];
  for await (const chunk of response.body) {
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 10) lines += 1;
  }
  return { bytes, lines };
}
