import { privateNetworks } from '../../src/network/private-networks.ts';
import { openDatabase } from '../../src/postgres/database.ts';
import { reportAddresses } from '../../src/reports/report-addresses.ts';
import { secretBox } from '../../src/secrets/box.ts';
import { startWebhookSender } from '../../src/worker/webhook-sender.ts';

// A process that sends what is due in the database of its argument, until it is killed.
const db = openDatabase({ url: process.argv[2] ?? '', maximumConnections: 2, applicationName: 'test sender' });
const log = { info: () => {}, warn: console.warn, error: console.error };

startWebhookSender(
  {
    db,
    log,
    box: secretBox(async () => Buffer.alloc(32, 7)),
    allowed: privateNetworks(['127.0.0.0/8']),
    lookup: async () => [{ address: '127.0.0.1' }],
    jobUrl: ({ id }) => `https://desk.test/job/${id}`,
    jobPage: ({ id }) => `https://desk.test/jobs/${id}`,
    reportAddresses: (report) => reportAddresses('https://desk.test', report),
    version: '0.0.0',
    now: () => new Date(),
    random: Math.random,
    timeoutMilliseconds: 60_000,
  },
  {
    concurrency: { total: 10, webhook: 2, project: 10 },
    leaseSeconds: 2,
    pollMilliseconds: 50,
    patienceMilliseconds: 0,
    onDue: () => () => {},
  },
);
