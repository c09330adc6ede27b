import type { OpenIdOptions, openIdProvider } from './provider.ts';

type Provider = ReturnType<typeof openIdProvider>;

/** The same provider, whose library is loaded when somebody signs in by it. */
export function openIdWhenAsked(options: OpenIdOptions, now: () => Date): Provider {
  let opened: Promise<Provider> | undefined;
  const open = (): Promise<Provider> =>
    (opened ??= import('./provider.ts').then((module) => module.openIdProvider(options, now)));
  return {
    host: new URL(options.issuer).host,
    begin: async (callback) => await (await open()).begin(callback),
    finish: async (callback, expected) => await (await open()).finish(callback, expected),
  };
}
