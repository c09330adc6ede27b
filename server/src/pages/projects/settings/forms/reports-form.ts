import type { PatchForm } from '../setting.ts';

const periods = ['week', 'month'] as const;

/** The reports that reach people without a visit. */
export const reportsForm: PatchForm = {
  id: 'reports',
  title: 'Reports',
  lead: 'Which reports are announced to webhooks, and sent by e-mail, when their week or month is over.',
  settings: [
    {
      name: 'reportPeriods',
      label: 'Reports that are sent',
      hint: 'Weeks begin on Monday, and days at 00:00 UTC. One that ended more than a week ago is not sent.',
      pointer: '/reportPeriods',
      kind: [
        ['', 'none'],
        ['week', 'of each week'],
        ['month', 'of each month'],
        ['week,month', 'of each week and each month'],
      ],
      is: ({ reportPeriods }) => periods.filter((period) => reportPeriods.includes(period)).join(','),
      means: (text) => (text === '' ? [] : text.split(',')),
    },
    {
      name: 'reportRecipients',
      label: 'Sent by e-mail to',
      hint: 'One address a line, at most 20. Nothing is sent while the installation has no mail server: COPYDESK_SMTP_URL.',
      pointer: '/reportRecipients',
      kind: 'area',
      is: ({ reportRecipients }) => reportRecipients.join('\n'),
      means: (text) => text.split(/\s+/).filter((one) => one !== ''),
    },
  ],
};
