import type { FastifyRequest } from 'fastify';
import { html } from './html.ts';
import type { Html } from './html.ts';
import { hiddenFields } from './fields.ts';

/** Fields that no page shows again. */
const secret = /secret|password|credential|current|key/i;

/** Fields that mean nothing to a person. */
const notShownFields = /^(once|next|revision|was)$/i;

/** The labels of fields whose names do not explain themselves. */
const labels: Record<string, string> = {
  ref: 'Branch',
  docs: 'Docs folder',
  docsFolder: 'Docs folder',
  checks: 'A change that breaks the docs',
  guardViews: 'Guarded addresses',
  siteUrl: 'Address of the site',
  pagesAt: 'Path of the docs',
  commitAuthor: 'Author of commits',
  signOff: 'Sign-off',
  maxChangedFiles: 'Files of a pull request',
  maxChangedLines: 'Changed lines of a pull request',
  maxOutputTokens: 'Tokens of one answer',
  parallelCalls: 'Several tools in one answer',
  images: 'Images',
  refuseFilesOver: 'Maximum files',
  refuseBytesOver: 'Maximum bytes',
  refuseDeletedOver: 'Maximum percent of deleted pages',
  allow: 'Allowed besides the docs',
  pageCode: 'Code in pages',
  newHosts: 'New hosts',
  installCommands: 'Install commands',
  archiveOn: 'A job is archived',
  mergeBy: 'Pull requests that Copydesk keeps are merged',
  sharedFiles: 'A change to files of another open pull request',
  effectComment: 'The effect of a merged change on page views',
  'mergePolicy.kinds': 'Copydesk merges a change',
  'mergePolicy.maxFiles': 'Changed files',
  'mergePolicy.maxChangedLines': 'Changed lines',
  'mergePolicy.quarantineHours': 'Hours left alone',
  'mergePolicy.requireChecks': 'Checks at the code host',
  readabilityOff: 'Rules about AI readers that are off',
  reportPeriods: 'Reports that are sent',
  reportRecipients: 'Sent by e-mail to',
  ciRounds: 'Turns for failed checks',
  ciWaitMinutes: 'Minutes for checks',
  origins: 'Allowed origins',
  peopleFrom: 'People are counted',
  readerRules: 'Rules of your own',
  excludeAddresses: 'Excluded addresses',
  excludePaths: 'Excluded paths',
  excludeUserAgents: 'Excluded user agents',
  newPathsPerDay: 'New paths a day',
  url: 'Address',
  baseUrl: 'Address of the API',
  apiUrl: 'Address of the API',
  prompt: 'Your text',
  'limits.concurrency': 'Jobs at once',
  'limits.steps': 'Steps of a job',
  'limits.tokens': 'Tokens of a job',
  'limits.usd': 'US dollars of a job',
  'limits.minutes': 'Minutes of a job',
};

/**
 * Renders what was typed into a form that was refused, with the button that sends it again, so that nothing typed is
 * lost.
 */
export function typedAgain(action: string, { method, body }: FastifyRequest, formToken?: string): Html | undefined {
  if (method !== 'POST' || typeof body !== 'object' || body === null) return undefined;
  const sent = Object.entries(body).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[0] !== 'token',
  );
  const kept = sent.filter(([name]) => !secret.test(name));
  const secrets = sent.filter(([name, value]) => secret.test(name) && value !== '');
  const shown = kept.filter(([name, value]) => value !== '' && !notShownFields.test(name));
  return html`<form class="form" method="post" action="${action}">
    ${hiddenFields({ token: formToken, ...Object.fromEntries(kept) })}
    ${
      shown.length > 0 &&
      html`<h2>What you had typed</h2>
        <dl class="facts">
          ${shown.map(
            ([name, value]) =>
              html`<dt>${labelOf(name)}</dt>
                <dd>${value}</dd>`,
          )}
        </dl>`
    }
    ${secrets.map(([name, value]) => secretField(name, value.includes('\n')))}
    <div class="row-actions"><button class="primary" type="submit">Send it again</button></div>
  </form>`;
}

/** Renders an empty field, since secrets must be typed again. */
function secretField(name: string, hasLines: boolean): Html {
  const id = `again-${name}`;
  return html`<div class="field">
    <label for="${id}">${labelOf(name)}, typed again</label>
    ${
      hasLines
        ? html`<textarea id="${id}" name="${name}" rows="3" required></textarea>`
        : html`<input id="${id}" name="${name}" type="password" autocomplete="off" required />`
    }
  </div>`;
}

/** `privateKey` → `Private key`, `event job.failed` → `Event job failed`. */
function labelOf(name: string): string {
  if (Object.hasOwn(labels, name)) return labels[name] ?? name;
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[._]/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
