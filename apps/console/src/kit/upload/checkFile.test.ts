import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkFile, demandProblem, type FileDemand } from './checkFile.ts';

const MB = 1024 * 1024;
const sheets: FileDemand = { extensions: ['xls', 'xlsx'], maxBytes: 5 * MB, content: 'sheet' };
const images: FileDemand = { extensions: ['png', 'jpg'], maxBytes: MB, content: 'image' };
const ZIP = [0x50, 0x4b, 0x03, 0x04];
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const fileOf = (name: string, bytes: number[] | Uint8Array<ArrayBuffer>) => new File([new Uint8Array(bytes)], name);

describe('before a byte is read', () => {
  it('a wrong type and too much are two different warnings', () => {
    const type = demandProblem({ name: 'cards.csv', size: 10 }, sheets);
    const size = demandProblem({ name: 'cards.xlsx', size: 5 * MB + 1 }, sheets);
    expect(type?.text.zh).toContain('文件类型错误');
    expect(size?.text.zh).toContain('文件大小不能超过');
  });

  it.each(['cards.XLSX', 'cards.Xls', '卡.xlsx'])('%s passes whatever its case', (name) => {
    expect(demandProblem({ name, size: 5 * MB }, sheets)).toBeUndefined();
  });

  it('an empty file is refused', () => {
    expect(demandProblem({ name: 'cards.xlsx', size: 0 }, sheets)).toBeDefined();
  });
});

describe('its content', () => {
  it('decides, not its name', async () => {
    expect(await checkFile(fileOf('cards.xlsx', [0x3c, 0x68, 0x74, 0x6d]), sheets)).toMatchObject({ isGood: false });
    expect(await checkFile(fileOf('logo.png', ZIP), images)).toMatchObject({ isGood: false });
    expect(await checkFile(fileOf('logo.jpg', PNG), images)).toMatchObject({ isGood: false });
    expect(await checkFile(fileOf('logo.png', PNG), images)).toMatchObject({ isGood: true });
  });

  it('is hashed as a whole while it tells how far it is', async () => {
    const bytes = new Uint8Array(3 * MB + 7).map((_, at) => (at < 4 ? (ZIP[at] ?? 0) : at % 251));
    const shares: number[] = [];
    const verdict = await checkFile(fileOf('cards.xlsx', bytes), sheets, { progress: (share) => shares.push(share) });
    const expected = createHash('sha256').update(bytes).digest('hex');
    expect(verdict).toMatchObject({ isGood: true, checked: { sha256: expected } });
    expect(shares.at(-1)).toBe(1);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
  });
});

it('another choice ends the reading of the one before', async () => {
  const chosen = new AbortController();
  const reading = checkFile(fileOf('cards.xlsx', ZIP), sheets, { signal: chosen.signal });
  chosen.abort();
  await expect(reading).rejects.toThrow();
});
