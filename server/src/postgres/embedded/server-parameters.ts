import type { ListenAddress } from './address.ts';
import type { Place } from './place.ts';

/**
 * The server's command line. Settings stand here and not in the cluster, so that a new version's hold at once. Whatever
 * makes commits durable (fsync, synchronous_commit, full_page_writes) is on by default.
 */
export function serverParameters(place: Place, address: ListenAddress): string[] {
  const socket = address.host.startsWith('/');
  const settings: Record<string, string> = {
    cluster_name: 'copydesk',
    port: String(address.port),
    listen_addresses: socket ? '' : address.host,
    unix_socket_directories: socket ? quoted(address.host) : '',
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: '256MB',
    // A second of page views writes some 20 MB: with the default of 1 GB they would cause a checkpoint every minute,
    // after each of which the pages that are touched are logged whole again.
    max_wal_size: '2GB',
    // There is no replica. What is copied into a table that the same transaction has made, as a restore does, is not logged.
    wal_level: 'minimal',
    max_wal_senders: '0',
    password_encryption: 'scram-sha-256',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The log is for what went wrong. Parameters of statements hold prompts and are never logged.
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

/** The setting is a list: a name in double quotes may hold commas and blanks. */
function quoted(folder: string): string {
  return `"${folder.replaceAll('"', '""')}"`;
}
