import type { MeChange } from '@copydesk/contract';

const change: MeChange = { name: 'Ada Lovelace' };

/** An example of each body that the endpoints of one's own account take. */
export const accountBodies = { MeChange: change };
