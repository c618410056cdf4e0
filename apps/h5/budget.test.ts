import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { afterAll, expect, test } from 'vitest';

const out = mkdtempSync(join(tmpdir(), 'h5-'));
afterAll(() => rmSync(out, { recursive: true, force: true }));

const BUDGET_BYTES = 30 * 1_024;

test('what a phone loads to the first screen is a fifth of what it may be', async () => {
  await build({ root: import.meta.dirname, logLevel: 'silent', build: { outDir: out, emptyOutDir: true } });
  const files = readdirSync(out, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && /\.(js|css|html)$/.test(entry.name),
  );
  expect(files.length).toBe(3);
  const sizes = files.map((entry) => gzipSync(readFileSync(join(entry.parentPath, entry.name))).length);
  expect(sizes.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(BUDGET_BYTES);
});
