import path from 'node:path';
import { parseArgs } from 'node:util';
import { Random } from '../../server/test/analytics/support/random.ts';
import { temporaryFolder } from '../../server/test/support/temporary-folder.ts';
import { serveViews } from '../../server/test/support/views-server.ts';
import { compare, rawFromOf } from '../../server/test/whole/recount/compare.ts';
import { randomEvent } from '../../server/test/whole/recount/events.ts';
import { sendEvents } from '../../server/test/whole/recount/send.ts';

// Runs the recount of the tests with as many events as there is time for:
// node bench/src/views-recount.ts --events 1000000 --questions 300 --seed 1
const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '1000000' },
    questions: { type: 'string', default: '300' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const random = new Random(Number(values.seed));
const now = new Date();
await using folder = await temporaryFolder();
await using served = await serveViews(path.join(folder.path, 'data'));

const events = Array.from({ length: Number(values.events) }, () => randomEvent(random, now.getTime()));
console.log(`${events.length.toLocaleString('en')} events by the seed ${values.seed}`);
const views = await sendEvents(served.site, events, random);
console.log(
  `${views.length.toLocaleString('en')} views were accepted, each once; the others were dropped as they must be`,
);
const questions = Number(values.questions);
const differences = await compare(served.site, views, { random, questions, rawFrom: rawFromOf(now, 25) });
for (const difference of differences) console.log(difference);
console.log(`${questions} questions, each in all forms: ${differences.length} differences`);
process.exitCode = differences.length === 0 ? 0 : 1;
