import { readabilityRules } from '@copydesk/contract';
import type { PatchForm } from '../setting.ts';

/** The rules about AI readers, each of which a project may switch off. */
export const readabilityForm: PatchForm = {
  id: 'readability',
  title: 'AI readers',
  lead: 'What Copydesk warns of, because it makes pages harder to read for AI. Warnings never stop a change.',
  settings: [
    {
      name: 'readabilityOff',
      label: 'Rules that are off',
      hint: `Separated by commas. The rules are ${readabilityRules.join(', ')}.`,
      pointer: '/readabilityOff',
      kind: 'line',
      is: ({ readabilityOff }) => readabilityOff.join(', '),
      means: (text) => [...new Set(text.split(/[\s,]+/).filter((rule) => rule !== ''))],
    },
  ],
};
