import { JobText } from '@copydesk/contract';
import type { Place } from '../reliability/api.ts';
import { clock } from './clock.ts';

/** Reads a job's event stream to its end. Returns when the first text of each step arrived, by its number. */
export async function followTexts({ url, projectId, token }: Place, jobId: string): Promise<Map<number, number>> {
  const response = await fetch(`${url}/v2/agent/${projectId}/job/${jobId}/events`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
  });
  if (response.status !== 200 || response.body === null) throw new Error(`No stream: status ${response.status}`);
  const first = new Map<number, number>();
  let text = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const at = clock();
    text += chunk;
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const data of events.filter((event) => event.startsWith('event: text\n')).map(dataOf)) {
      const { step, offset } = JobText.parse(JSON.parse(data));
      if (offset === 0 && !first.has(step)) first.set(step, at);
    }
  }
  return first;
}

function dataOf(event: string): string {
  return event.slice(event.indexOf('data: ') + 'data: '.length);
}
