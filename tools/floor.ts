/**
 * `npm run floor`: the server's suite on the oldest PostgreSQL that the program accepts, from Debian's package (installed if
 * missing, which needs root). Without arguments the files of `FLOOR_FILES`, which is what `npm test` runs; with `--all` every
 * file of the server; other arguments are passed on to vitest.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { OLDEST_POSTGRES } from '@cardinal/server/runtime/databaseRoles.ts';
import { disposableHome } from '@cardinal/testing/folders.ts';

/** Everything that is SQL: the migrations, each list with each filter and order, each read, the cards' life, tasks, imports. */
const FLOOR_FILES = [
  'apps/server/src/runtime/conformance.test.ts',
  'apps/server/src/runtime/databaseRoles.test.ts',
  'apps/server/src/lists.test.ts',
  'apps/server/src/house.test.ts',
  'apps/server/src/quality/permissions.test.ts',
  'apps/server/src/domains/cards/list',
  'apps/server/src/domains/cardBatches/selection',
  'apps/server/src/domains/cardImports/imports/importCards.test.ts',
  'apps/server/src/domains/cardCommands/commands/statusActions.test.ts',
  'apps/server/src/domains/reports',
  'apps/server/src/domains/tasks/tasks.test.ts',
  'apps/server/src/domains/usage',
  'apps/server/src/domains/esim',
];

/** The exit code where the server cannot be had: not Debian, or not root. */
const LEFT_OUT = 3;

const binaries = `/usr/lib/postgresql/${OLDEST_POSTGRES}/bin`;
const server = join(binaries, 'postgres');

function install(): void {
  const quietly = (args: string[]) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0;
  // The package would start a server of its own on port 5432.
  const withoutCluster = ['-o', 'Dpkg::Options::=--force-confdef', 'postgresql-common'];
  if (!quietly(['update', '-qq']) || !quietly(['install', '-y', '-qq', ...withoutCluster])) return;
  spawnSync('sed', [
    '-i',
    's/^#\\?create_main_cluster.*/create_main_cluster = false/',
    '/etc/postgresql-common/createcluster.conf',
  ]);
  quietly(['install', '-y', '-qq', '--no-install-recommends', `postgresql-${OLDEST_POSTGRES}`]);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
if (!existsSync(server) && canInstall) install();
if (!existsSync(server)) {
  console.error(`The floor was left out: PostgreSQL ${OLDEST_POSTGRES} is not in ${binaries}`);
  process.exit(canInstall ? 1 : LEFT_OUT);
}

/** PostgreSQL does not run as root; the package made this account. */
const owner =
  process.getuid?.() === 0
    ? {
        uid: Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' })),
        gid: Number(execFileSync('id', ['-g', 'postgres'], { encoding: 'utf8' })),
      }
    : {};
const folder = mkdtempSync(join(disposableHome(), 'cardinal-floor-'));
const cluster = join(folder, 'cluster');
if (owner.uid !== undefined) execFileSync('chown', ['postgres', folder]);
execFileSync(
  join(binaries, 'initdb'),
  ['-D', cluster, '-U', 'tests', '--auth', 'trust', '--encoding', 'UTF8', '--locale', 'C.UTF-8', '--no-sync'],
  {
    ...owner,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  },
);
const port = await freePort();
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '100',
  jit: 'off',
  log_min_messages: 'fatal',
  timezone: 'UTC',
};
const postgres = spawn(
  server,
  [
    '-D',
    cluster,
    '-p',
    String(port),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ],
  { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
);

for (let tries = 0; tries < 100; tries += 1) {
  if (spawnSync(join(binaries, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)]).status === 0) break;
  await new Promise((resolve) => setTimeout(resolve, 100));
}

const asked = process.argv.slice(2);
const files = asked.includes('--all') ? ['apps/server'] : FLOOR_FILES;
const suite = spawn('vitest', ['run', ...files, ...asked.filter((each) => each !== '--all')], {
  cwd: join(import.meta.dirname, '..'),
  stdio: 'inherit',
  env: { ...process.env, TEST_DATABASE_URL: `postgresql://tests@127.0.0.1:${port}/postgres` },
});
const code = await new Promise<number>((resolve) => {
  suite.on('error', () => resolve(1));
  suite.on('close', (ended) => resolve(ended ?? 1));
});
const gone = new Promise((resolve) => postgres.once('exit', resolve));
postgres.kill('SIGINT');
await gone;
rmSync(folder, { recursive: true, force: true });
process.exit(code);
