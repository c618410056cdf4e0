import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { say } from '@cardinal/primitives/text.ts';
import { costOf } from '@cardinal/testing/fileCost.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOSTILE_SHEETS } from './hostileSheets.ts';
import { openSheet } from './readSheet.ts';
import { SheetRefusal } from './sheetRefusal.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-sheets-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Reads a file to its end; returns what stopped it. */
async function readAll(path: string, fileName: string): Promise<unknown> {
  try {
    const sheet = await openSheet(path, fileName);
    try {
      for await (const _row of sheet.rows()) {
        // Only completion matters.
      }
    } finally {
      await sheet.close();
    }
  } catch (error) {
    return error;
  }
}

describe('a file that is no sheet of ours', () => {
  it('comes in at least thirty-six kinds, each said once', () => {
    expect(HOSTILE_SHEETS.length).toBeGreaterThanOrEqual(36);
    expect(new Set(HOSTILE_SHEETS.map(({ about }) => about)).size).toBe(HOSTILE_SHEETS.length);
  });

  it.each(HOSTILE_SHEETS.map((hostile) => [hostile.about, hostile] as const))(
    '%s is refused',
    // The process's other work at that moment (garbage collection from other files) is counted too, so the best of three runs
    // counts.
    { retry: 2 },
    async (_about, hostile) => {
      const path = join(folder, 'upload');
      await writeFile(path, hostile.bytes());
      const { answer: refused, seconds, bareSeconds, riseMb } = await costOf(() => readAll(path, hostile.fileName));
      expect(refused).toBeInstanceOf(SheetRefusal);
      const { code, problem } = refused as SheetRefusal;
      expect(code).toBe(hostile.code);
      for (const language of ['zh_CN', 'en'] as const) {
        const words = say(problem.text, language, problem.facts);
        expect(words).not.toMatch(/\{|undefined/);
        expect(words.length).toBeGreaterThan(4);
      }
      expect(seconds).toBeLessThan(Math.max(3, 50 * bareSeconds));
      expect(riseMb).toBeLessThan(150);
    },
  );
});
