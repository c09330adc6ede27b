import { z } from 'zod';
import { PersonName } from './people.ts';

/** What people change of themselves; what is absent stays. Role and e-mail address are an owner's to change. */
export const MeChange = z
  .strictObject({ name: PersonName.optional().describe('What others see beside what you do') })
  .meta({ id: 'MeChange' });

export type MeChange = z.output<typeof MeChange>;
