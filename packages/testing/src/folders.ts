import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A temporary folder. Under root, PostgreSQL runs as its own user and gets access to it, so that a database inside is deleted
 * with it.
 */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `cardinal-${name}-`));
  chmodSync(folder, 0o711);
  return folder;
}
