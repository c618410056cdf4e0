import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

const SKIPPED = new Set(['node_modules', 'dist', 'test-results']);

/** The TypeScript files in a folder; tests only on request. */
export async function sourceFiles(folder: string, options: { withTests?: boolean } = {}): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = await Promise.all(
    entries.map(async (entry): Promise<string[]> => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : sourceFiles(path, options);
      const isWanted = /\.tsx?$/.test(entry.name) && (options.withTests || !entry.name.includes('.test.'));
      return isWanted ? [path] : [];
    }),
  );
  return found.flat();
}
