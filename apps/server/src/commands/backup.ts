/**
 * `npm run backup [-- <new directory>]`: takes a consistent backup of the database and the stored files, also while the server
 * runs. Without an argument it writes to `backups/` in the data directory, in a folder named by the time.
 */
import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { takeBackup } from '../runtime/backup/takeBackup.ts';
import { runCommand } from './commandDatabase.ts';

await runCommand({ besideServer: true }, async ({ config, access, log }) => {
  const given = process.argv[2];
  const stamp = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const target = given ? resolve(given) : join(config.dataDirectory, 'backups', stamp);
  await mkdir(dirname(target), { recursive: true });
  const { ownerUrl } = access;
  const manifest = await takeBackup({ ownerUrl, dataDirectory: config.dataDirectory, target, log });
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  process.stdout.write(
    `Backup taken: ${target}\n` +
      `  ${manifest.tables.length} tables, ${rows} rows, ${manifest.files.length} stored files, as of ${manifest.takenAt}\n` +
      `  Keep SECRETS_KEY (${manifest.secretKeyIds.join(', ') || 'not used yet'}) apart from it: without that key the ` +
      'secrets in it cannot be read.\n',
  );
});
