import { growLargeProjects } from '../../../src/analytics/store/shards/large-projects.ts';
import { openDatabase } from '../../../src/postgres/database.ts';

// A process that splits large projects into slices, for a test that kills it. Its arguments: the database, the time,
// the views of a slice.
const [url = '', now = '', viewsOfSlice = ''] = process.argv.slice(2);
const db = openDatabase({ url, maximumConnections: 2, applicationName: 'test large projects' });
const log = { info: () => {}, warn: console.warn };
await growLargeProjects(db, { now: new Date(now), most: 8, viewsOfSlice: Number(viewsOfSlice), log });
await db.destroy();
