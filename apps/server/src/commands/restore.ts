/**
 * `npm run restore -- <backup directory>`: restores into an empty database; with the embedded one, into an empty DATA_DIR. The
 * server must not run.
 */
import { resolve } from 'node:path';
import { restoreBackup } from '../runtime/backup/restoreBackup.ts';
import { secretsFrom } from '../runtime/secrets.ts';
import { readStoredSecretsKey } from '../runtime/secretsKey.ts';
import { runCommand } from './commandDatabase.ts';

const given = process.argv[2];
if (!given) {
  process.stderr.write('Which backup? npm run restore -- <backup directory>\n');
  process.exit(1);
}

await runCommand({ besideServer: false }, async ({ config, access, log }) => {
  const { ownerUrl } = access;
  const manifest = await restoreBackup({ ownerUrl, dataDirectory: config.dataDirectory, source: resolve(given), log });
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  process.stdout.write(`Restored: ${manifest.tables.length} tables, ${rows} rows, as of ${manifest.takenAt}\n`);
  const key = config.secretsKey ?? (await readStoredSecretsKey(config.dataDirectory));
  const fits = key !== undefined && manifest.secretKeyIds.includes(secretsFrom(key).keyId);
  if (manifest.secretKeyIds.length > 0 && !fits) {
    process.stdout.write(
      `Before the server can start it needs the SECRETS_KEY of that time (${manifest.secretKeyIds.join(', ')}): ` +
        'put it into SECRETS_KEY, or the file secrets.key of then into DATA_DIR.\n',
    );
  }
});
