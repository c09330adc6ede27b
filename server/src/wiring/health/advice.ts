import { BlockList, isIPv4, isIPv6 } from 'node:net';
import type { SettingAdvice } from '@copydesk/contract';
import { missingPlaces } from '../../agent/models/model-state.ts';
import { placeOf, providerOf } from '../../agent/models/providers/provider.ts';
import { viewsOfSlice } from '../../analytics/store/shards/large-projects.ts';
import type { HeldBack } from '../../analytics/store/shards/large-projects.ts';
import type { ProxyHeaders } from '../../http/proxy-headers.ts';
import type { Settings } from '../../settings.ts';
import { stateOfJobModel } from '../job/job-model.ts';
import { canReadRepositories, gitShortcoming } from '../start/git-version.ts';

/** What is known besides the settings. */
export interface Facts {
  /** The address that links begin with. */
  url: string;
  seen: ProxyHeaders;
  /** The version of git on this machine; undefined when there is none, null when it did not answer in time. */
  gitVersion: string | undefined | null;
  /** People who are owners, and have not been removed. */
  owners: number;
  /** Whether any project brings a key for the provider of the server's model. */
  projectsBringKeys: boolean;
  /**
   * Projects that a setting keeps in fewer slices than they should have, the largest first; not checked when absent.
   */
  heldBack?: readonly HeldBack[];
  /** Projects whose mirrors could not be updated for some minutes; not checked when absent. */
  failingMirrors?: readonly string[];
}

/** Returns what is wrong with the settings, or not wise, and what to do. */
export function adviceOn(settings: Settings, facts: Facts): SettingAdvice[] {
  return [
    ...adviseOnAddress(settings, facts),
    ...adviseOnProxy(settings, facts),
    ...adviseOnPeople(facts),
    ...adviseOnModel(settings, facts),
    ...adviseOnSecrets(settings),
    ...adviseOnGit(facts),
    ...adviseOnSlices(facts),
    ...adviseOnMirrors(facts),
    ...settings.formerNames.map(adviseOnFormerName),
  ];
}

function adviseOnGit({ gitVersion }: Facts): SettingAdvice[] {
  const found = gitVersion === null ? undefined : gitShortcoming(gitVersion);
  if (found === undefined) return [];
  const severity = gitVersion === null || canReadRepositories(gitVersion) ? 'unwise' : 'wrong';
  return [{ setting: 'git', severity, found, todo: 'Then restart the server.' }];
}

function adviseOnSlices({ heldBack: [largest] = [] }: Facts): SettingAdvice[] {
  if (largest === undefined) return [];
  const { name, viewsADay, slices, could } = largest;
  const many = Math.round(viewsADay).toLocaleString('en');
  const held = slices === 1 ? 'one slice' : `${slices} slices`;
  return [
    {
      setting: 'COPYDESK_VIEWS_SLICES',
      severity: 'unwise',
      found: `${name} has ${many} page views a day in ${held}, and each slice is meant for ${viewsOfSlice.toLocaleString('en')}.`,
      todo: `Set it to auto, or run: copydesk database slices "${name}" ${could}. /docs/scaling says what it costs.`,
    },
  ];
}

function adviseOnMirrors({ failingMirrors: [first, ...others] = [] }: Facts): SettingAdvice[] {
  if (first === undefined) return [];
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return [
    {
      setting: 'COPYDESK_MIRROR',
      severity: 'wrong',
      found: `The repository of ${first}${more} could not be mirrored for ten minutes.`,
      todo: 'Run: copydesk mirror list. It says why. /docs/backup says how mirrors work.',
    },
  ];
}

/** This is also logged when a process starts. */
export function adviseOnFormerName({ name, now }: Settings['formerNames'][number]): SettingAdvice {
  return {
    setting: name,
    severity: 'unwise',
    found: `${name} is the former name of ${now}; a later version will not read it.`,
    todo: `Set ${now} instead.`,
  };
}

function adviseOnAddress({ url, host }: Settings, facts: Facts): SettingAdvice[] {
  const advice: SettingAdvice[] = [];
  const base = new URL(facts.url);
  if (base.protocol === 'http:' && !isLocal(base.hostname)) {
    advice.push({
      setting: 'COPYDESK_URL',
      severity: 'wrong',
      found: `${facts.url} is plain http: passwords, keys and sessions can be read on the way.`,
      todo: 'Put a proxy with https in front, and set COPYDESK_URL to its https address.',
    });
  }
  if (facts.seen.host !== '' && facts.seen.host.toLowerCase() !== base.host) {
    advice.push({
      setting: 'COPYDESK_URL',
      severity: 'unwise',
      found: `You use ${facts.seen.host}, and links in pull requests and webhooks lead to ${base.host}.`,
      todo: 'Set COPYDESK_URL to the address that people use.',
    });
  }
  if (url === undefined && (host === '0.0.0.0' || host === '::')) {
    advice.push({
      setting: 'COPYDESK_URL',
      severity: 'unwise',
      found: `The server listens on all addresses, and its links lead to ${facts.url}, which only this machine can open.`,
      todo: 'Set COPYDESK_URL to the address that people use.',
    });
  }
  return advice;
}

function adviseOnProxy({ trustedProxies }: Settings, { url, seen }: Facts): SettingAdvice[] {
  const advice: SettingAdvice[] = [];
  if (seen.forwardedProtocol === 'https' && url.startsWith('http:')) {
    advice.push({
      setting: 'COPYDESK_URL',
      severity: 'wrong',
      found: 'People use https, but COPYDESK_URL is an http address: cookies lack Secure, and links lead to http.',
      todo: 'Set COPYDESK_URL to the https address.',
    });
  }
  if (seen.forwardedProtocol === 'http' && url.startsWith('https:')) {
    advice.push({
      setting: 'https',
      severity: 'wrong',
      found: 'The proxy in front also accepts plain http, beside the https address of COPYDESK_URL.',
      todo: 'Let it redirect http to https, and send Strict-Transport-Security.',
    });
  }
  if (seen.isForwarded && trustedProxies.length === 0) {
    advice.push({
      setting: 'COPYDESK_TRUSTED_PROXIES',
      severity: 'wrong',
      found: 'Requests come through a proxy that is not trusted: all of them seem to come from its one address.',
      todo: 'Set it to the address of the proxy, so that limits, allowed addresses and page views use the addresses of clients.',
    });
  }
  return advice;
}

function adviseOnPeople({ owners }: Facts): SettingAdvice[] {
  if (owners > 0) return [];
  return [
    {
      setting: 'People',
      severity: 'wrong',
      found: 'There is no owner: only keys can manage the server.',
      todo: 'Make a sign-in link on the server: copydesk sign-in',
    },
  ];
}

function adviseOnModel(settings: Settings, { projectsBringKeys }: Facts): SettingAdvice[] {
  const { model } = settings;
  const places = Object.values(settings.providers).map(placeOf);
  const { state, detail } = stateOfJobModel(model, settings, places);
  if (detail === '' || (state === 'not_configured' && projectsBringKeys)) return [];
  const place = places.find(({ provider }) => provider === providerOf(model));
  const missing = place === undefined ? [] : missingPlaces(place);
  const todo =
    place === undefined || missing.length === 0
      ? 'Set COPYDESK_MODEL to another model.'
      : `Set ${missing.join(' and ')}, or give projects their own: copydesk model key ${place.provider} --project …`;
  const severity = state === 'not_configured' ? 'wrong' : 'unwise';
  return [{ setting: missing[0] ?? 'COPYDESK_MODEL', severity, found: detail, todo }];
}

function adviseOnSecrets({ secretKey }: Settings): SettingAdvice[] {
  const advice: SettingAdvice[] = [];
  if (secretKey === undefined) {
    advice.push({
      setting: 'COPYDESK_SECRET_KEY',
      severity: 'unwise',
      found: 'The key that encrypts credentials is in the data folder, and so in every backup of what it encrypts.',
      todo: 'Set COPYDESK_SECRET_KEY to the content of secret.key, and keep the file apart from the backups.',
    });
  }
  return advice;
}

/** Whether only this machine, or its own network, can open an address. */
function isLocal(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIPv4(host)) return localNetworks.check(host);
  if (isIPv6(host)) return localNetworks.check(host, 'ipv6');
  return host === 'localhost' || /\.(localhost|local|internal|lan|home\.arpa)$/.test(host) || !host.includes('.');
}

const localNetworks = localBlocks();

function localBlocks(): BlockList {
  const blocks = new BlockList();
  for (const [network, prefix] of [
    ['127.0.0.0', 8],
    ['10.0.0.0', 8],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
    ['169.254.0.0', 16],
  ] as const) {
    blocks.addSubnet(network, prefix);
  }
  blocks.addAddress('::1', 'ipv6');
  blocks.addSubnet('fc00::', 7, 'ipv6');
  blocks.addSubnet('fe80::', 10, 'ipv6');
  return blocks;
}
