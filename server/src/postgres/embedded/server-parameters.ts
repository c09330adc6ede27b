import type { ListenAddress } from './address.ts';
import type { Place } from './place.ts';

/**
 * Returns the server's command line. Settings are here and not in the cluster, so that those of a new version apply at
 * once. Everything that makes commits durable (fsync, synchronous_commit, full_page_writes) is on by default.
 */
export function serverParameters(place: Place, address: ListenAddress): string[] {
  const socket = address.host.startsWith('/');
  const settings: Record<string, string> = {
    cluster_name: 'copydesk',
    port: String(address.port),
    listen_addresses: socket ? '' : address.host,
    unix_socket_directories: socket ? quoteFolder(address.host) : '',
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: '256MB',
    // A second of page views writes some 20 MB. With the default of 1 GB that would cause a checkpoint every minute,
    // and after each checkpoint every page that changes is logged in full once more.
    max_wal_size: '2GB',
    // Each page that changes is logged in full once after a checkpoint. Ids of the browser script are ordered by time,
    // but others may be random: with two million such ids, views change all 15,000 pages of their index, which is 120 MB
    // a checkpoint, 1.3 KB for each of 300 views a second with the default of five minutes. What is replayed after a
    // crash is limited by the size above either way.
    checkpoint_timeout: '15min',
    // There is no replica. With this level, rows copied into a table that the same transaction has created, as a
    // restore does, are not logged.
    wal_level: 'minimal',
    max_wal_senders: '0',
    password_encryption: 'scram-sha-256',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The log is for errors. Parameters of statements contain prompts and are never logged.
    log_min_messages: 'warning',
    log_checkpoints: 'off',
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
    log_line_prefix: '%m [%p] ',
    logging_collector: 'off',
  };
  const parameters = Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
  return ['-D', place.data, ...parameters];
}

/** The setting is a list: a name in double quotes may contain commas and blanks. */
function quoteFolder(folder: string): string {
  return `"${folder.replaceAll('"', '""')}"`;
}
