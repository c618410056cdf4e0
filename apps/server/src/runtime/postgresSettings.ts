/** Without these an acknowledged payment can be lost; they are verified after every start. */
export const DURABLE_SETTINGS = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
} as const;

/** Only for clusters deleted after the test run. */
const DISPOSABLE_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_connections: '100',
  shared_buffers: '128MB',
  autovacuum_naptime: '5min',
} as const;

/**
 * For 2 cores and 24 GB shared with the program itself. The WAL is kept short enough to be replayed within the 15 s a restart
 * may take: replaying 700 MB, from an insert of 1.5 million rows with two random indexes, took 7 s of CPU.
 */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  shared_buffers: '256MB',
  work_mem: '16MB',
  maintenance_work_mem: '256MB',
  effective_cache_size: '4GB',
  random_page_cost: '1.1',
  jit: 'off',
  max_parallel_workers_per_gather: '1',
  wal_compression: 'on',
  max_wal_senders: '0',
  max_wal_size: '1GB',
  min_wal_size: '256MB',
  checkpoint_timeout: '10min',
  checkpoint_completion_target: '0.9',
  wal_buffers: '16MB',
  restart_after_crash: 'on',
  tcp_keepalives_idle: '30',
  tcp_keepalives_interval: '10',
  tcp_keepalives_count: '3',
  client_connection_check_interval: '5s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  logging_collector: 'on',
  log_directory: 'log',
  log_filename: 'postgres-%a.log',
  log_truncate_on_rotation: 'on',
  log_rotation_age: '1d',
  log_rotation_size: '0',
  log_line_prefix: '%m [%p] %a ',
  // Logged statements and details contain values, which may be secret or personal.
  log_statement: 'none',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
} as const;

/** `service` keeps everything acknowledged through any crash; `disposable` is for tests and trades that for speed. */
export type Durability = 'service' | 'disposable';

/** Passed on the command line, where neither postgresql.conf nor ALTER SYSTEM can override them. */
export function postgresArguments(durability: Durability, port: number): string[] {
  const settings: Record<string, string> = {
    ...SETTINGS,
    ...(durability === 'service' ? DURABLE_SETTINGS : DISPOSABLE_SETTINGS),
    port: String(port),
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
