import path from 'node:path';
import { z } from 'zod';
import { priceForm, readPrices } from './agent/models/prices.ts';
import type { OperatorPrices } from './agent/models/prices.ts';
import { readWindows, windowForm } from './agent/models/providers/context-windows.ts';
import type { OperatorWindows } from './agent/models/providers/context-windows.ts';
import { isNetwork } from './projects/key/networks.ts';
import { keyForm, parseKey } from './secrets/key-text.ts';

const slicesForm = 'must be auto, off or a number of slices from 1 to 64';

/* The forms that settings have, each with what is said of one that is wrong. */

export const Port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number from 0 to 65535')
  .transform(Number)
  .refine((port) => port <= 65_535, 'must be a port number from 0 to 65535');

export const Quota = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number of requests an hour')
  .transform(Number);

export const Rate = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number of views a minute')
  .transform(Number);

export const Months = z
  .string()
  .regex(/^[1-9]\d{0,3}$/, 'must be a whole number of months, at least 1')
  .transform(Number);

export const Slices = z
  .string()
  .regex(/^(auto|off|[1-9]\d?)$/, slicesForm)
  .transform((text) => (text === 'auto' ? 'auto' : text === 'off' ? 1 : Number(text)))
  .refine((most) => most === 'auto' || most <= 64, slicesForm);

export const Jobs = z
  .string()
  .regex(/^[1-9]\d{0,4}$/, 'must be a whole number of jobs, at least 1')
  .transform(Number);

export const Requests = z
  .string()
  .regex(/^[1-9]\d{0,5}$/, 'must be a whole number of requests, at least 1')
  .transform(Number);

export const Connections = z
  .string()
  .regex(/^[1-9]\d{1,5}$/, 'must be a whole number of connections, at least 10')
  .transform(Number);

export const LeaseSeconds = z
  .string()
  .regex(/^\d{1,3}$/, 'must be a whole number of seconds from 2 to 300')
  .transform(Number)
  .refine((seconds) => seconds >= 2 && seconds <= 300, 'must be a whole number of seconds from 2 to 300');

export const Minutes = z
  .string()
  .regex(/^\d{1,6}$/, 'must be a whole number of minutes')
  .transform(Number);

export const Limit = z
  .string()
  .regex(/^([1-9]\d{0,11}|none)$/, 'must be a whole number of at least 1, or none')
  .transform((text) => (text === 'none' ? null : Number(text)));

export const Dollars = z
  .string()
  .regex(/^(\d{1,7}(\.\d{1,6})?|none)$/, 'must be an amount of US dollars such as 2.50, or none')
  .transform((text) => (text === 'none' ? null : Number(text)))
  .refine((amount) => amount !== 0, 'must be more than 0');

export const ModelPrices = z.string().transform((text, context): OperatorPrices => {
  const prices = readPrices(listed(text));
  if (prices !== undefined) return prices;
  context.addIssue({ code: 'custom', message: priceForm });
  return z.NEVER;
});

export const ModelWindows = z.string().transform((text, context): OperatorWindows => {
  const windows = readWindows(listed(text));
  if (windows !== undefined) return windows;
  context.addIssue({ code: 'custom', message: windowForm });
  return z.NEVER;
});

export const Silence = z
  .string()
  .regex(/^[1-9]\d{0,3}$/, 'must be a whole number of seconds from 1 to 600')
  .transform(Number)
  .refine((seconds) => seconds <= 600, 'must be a whole number of seconds from 1 to 600');

export const Program = z
  .string()
  .refine((file) => path.isAbsolute(file), 'must be the absolute path of a program, such as /usr/local/bin/vale');

export const Url = z
  .string()
  .refine(
    isBaseAddress,
    'must be an http or https address without user, query or fragment, such as https://docs.example.com',
  )
  .transform((url) => url.replace(/\/+$/, ''));

const mirrorForm =
  'must be an absolute folder or an https address with {project} in it, such as https://git.example.com/docs/{project}.git';

/** Where repositories are mirrored to; `{project}` is replaced by the id of each. */
export const Mirror = z
  .string()
  .refine((place) => place.includes('{project}'), mirrorForm)
  .refine((place) => path.isAbsolute(place) || isMirrorAddress(place), mirrorForm);

export const Networks = z
  .string()
  .transform(listed)
  .refine((list) => list.every(isNetwork), 'must be IP addresses or CIDR blocks, separated by commas');

export const Folders = z
  .string()
  .transform(listed)
  .refine(
    (list) => list.every((one) => path.isAbsolute(one)),
    'must be absolute paths of folders, separated by commas',
  );

export const Key = z.string().transform((text, context) => {
  const key = parseKey(text);
  if (key !== undefined) return key;
  context.addIssue({ code: 'custom', message: keyForm });
  return z.NEVER;
});

/** Splits a list at its commas. */
function listed(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** A token must not be sent over the network unencrypted. */
function isMirrorAddress(text: string): boolean {
  if (!isBaseAddress(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || hostname === '127.0.0.1' || hostname === 'localhost';
}

function isBaseAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const plain = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  return plain && (url.protocol === 'http:' || url.protocol === 'https:');
}
