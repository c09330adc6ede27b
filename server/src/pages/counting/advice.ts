import type { DropReason } from '@copydesk/contract';

/** What to do about dropped events, by the reason, where something can be done. */
export const adviceOf: Record<DropReason, string> = {
  future: 'Set the clock of what sends them: it is more than a day ahead.',
  ancient: 'The time in the log was read wrongly: name the format with --format.',
  invalid_url: 'Send the full address of the page, or its path from the root.',
  invalid_characters: 'Nothing to do: such requests come from scanners.',
  path_too_long: 'Nothing to do: such requests come from scanners.',
  not_a_page: 'Nothing to do: styles, scripts and images are not views.',
  not_served: 'Nothing to do: redirects and errors are not views.',
  method: 'Nothing to do: only a GET reads a page.',
  prefetch: 'Nothing to do: perhaps nobody looked at it.',
  not_navigation: 'Nothing to do: a fetch by a script, router or frame is not a view of a person.',
  excluded_address: 'Nothing to do: the settings exclude the address.',
  excluded_path: 'Nothing to do: the settings exclude the path.',
  excluded_user_agent: 'Nothing to do: the settings exclude the user agent.',
  people_counted_elsewhere:
    'Nothing to do: the settings count people on the other side: in the browser or on the server.',
  unreadable: 'See the first lines that the import reported; name the format with --format.',
};

/** What to do about requests that were refused whole, by error code. */
export const adviceOfRefusal: Record<string, string> = {
  origin_not_allowed: 'Allow the origin of the site in the settings.',
  invalid_json: 'Send JSON: one event, or an array of them.',
  invalid_request: 'A field has the wrong form; the answer names it.',
  payload_too_large: 'Send fewer events at once: up to 1,000, in 8 MiB.',
  quota_exceeded: 'One address sent too much: count at the server, or name your proxy in COPYDESK_TRUSTED_PROXIES.',
};
