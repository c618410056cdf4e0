import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MB } from '@cardinal/primitives/file.ts';
import { say } from '@cardinal/primitives/text.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOSTILE_SHEETS } from './hostileSheets.ts';
import { openSheet } from './readSheet.ts';
import { SheetRefusal } from './sheetRefusal.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-sheets-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const BYTES = Buffer.alloc(64 * MB, '<a/>');

/** How long this process, as busy as it is, takes to look at 64 MB byte by byte: 0.06 s alone on the machine of 3 s. */
function bareSeconds(): number {
  const start = process.cpuUsage();
  let tags = 0;
  for (let at = 0; at < BYTES.length; at += 1) if (BYTES[at] === 60) tags += 1;
  expect(tags).toBe(BYTES.length / 4);
  const spent = process.cpuUsage(start);
  return (spent.user + spent.system) / 1e6;
}

/**
 * Reads a file to its end and returns what stopped it and its cost: CPU time, which is independent of the machine's load, and
 * memory.
 */
async function readAll(path: string, fileName: string) {
  const before = process.memoryUsage.rss();
  const start = process.cpuUsage();
  let highest = before;
  const look = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage.rss());
  }, 5);
  let refused: unknown;
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
    refused = error;
  } finally {
    clearInterval(look);
  }
  const spent = process.cpuUsage(start);
  return { refused, seconds: (spent.user + spent.system) / 1e6, riseMb: (highest - before) / MB };
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
      const bare = bareSeconds();
      const { refused, seconds, riseMb } = await readAll(path, hostile.fileName);
      expect(refused).toBeInstanceOf(SheetRefusal);
      const { code, problem } = refused as SheetRefusal;
      expect(code).toBe(hostile.code);
      for (const language of ['zh_CN', 'en'] as const) {
        const words = say(problem.text, language, problem.facts);
        expect(words).not.toMatch(/\{|undefined/);
        expect(words.length).toBeGreaterThan(4);
      }
      expect(seconds).toBeLessThan(Math.max(3, 50 * bare));
      expect(riseMb).toBeLessThan(150);
    },
  );
});
