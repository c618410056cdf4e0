import { expect, test } from 'vitest';
import { boxAt, filmHeadProblem, filmSeconds } from './film.ts';

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...part].map((sign) => sign.charCodeAt(0)) : part)),
  );
const word = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff);

test('an MP4 says so in its first box; a QuickTime file and a page do not', () => {
  expect(filmHeadProblem(bytes(word(24), 'ftyp', 'isom', word(512), 'isommp41'))).toBeUndefined();
  expect(filmHeadProblem(bytes(word(24), 'ftyp', 'XXXX', word(0), 'abcdmp42'))).toBeUndefined();
  expect(filmHeadProblem(bytes(word(20), 'ftyp', 'qt  ', word(0), 'qt  '))).toBeDefined();
  // The version is not a brand, and neither is what follows the box.
  expect(filmHeadProblem(bytes(word(16), 'ftyp', 'qt  ', 'isom', 'isom'))).toBeDefined();
  expect(filmHeadProblem(bytes('<html>........................'))).toBeDefined();
  expect(filmHeadProblem(bytes('ftyp'))).toBeDefined();
});

test('boxes by their sizes: short, long, to the end of the file, and none beyond it', () => {
  expect(boxAt(bytes(word(40), 'moov'), 24, 64)).toEqual({ kind: 'moov', at: 24, size: 40 });
  expect(boxAt(bytes(word(1), 'mdat', word(0), word(100)), 0, 100)).toEqual({ kind: 'mdat', at: 0, size: 100 });
  expect(boxAt(bytes(word(0), 'mdat'), 10, 100)).toEqual({ kind: 'mdat', at: 10, size: 90 });
  expect(boxAt(bytes(word(41), 'moov'), 24, 64)).toBeUndefined();
  expect(boxAt(bytes(word(7), 'moov'), 0, 64)).toBeUndefined();
  expect(boxAt(bytes(word(7)), 0, 64)).toBeUndefined();
});

test('how long it lasts, in both versions of the header', () => {
  const head = [...word(200), ...bytes('moov'), ...word(108), ...bytes('mvhd')];
  const short = bytes(head, [0, 0, 0, 0], word(0), word(0), word(600), word(57_000), word(0), word(0));
  const long = bytes(head, [1, 0, 0, 0], word(0), word(0), word(0), word(0), word(1_000), word(0), word(2_400));
  expect(filmSeconds(short)).toBe(95);
  expect(filmSeconds(long)).toBe(2);
  expect(filmSeconds(bytes(word(200), 'moov', word(108), 'udta', word(0)))).toBeUndefined();
});
