import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A folder of one's own to throw away. Under root PostgreSQL has an account of its own, which may pass through: a database in
 * it stays in it and goes with it, instead of being put where PostgreSQL can reach it.
 */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `cardinal-${name}-`));
  chmodSync(folder, 0o711);
  return folder;
}
