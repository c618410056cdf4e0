import { describe, expect, it } from 'vitest';
import { extensionOf, FILE_MAX_BYTES, fileRule, importFileRule, MB, rowCountRule, sheetKindOf } from './file.ts';
import {
  IMAGE_EXTENSIONS,
  imageContentRule,
  imageKindOf,
  imageSizeOf,
  MINI_PROGRAM_IMAGE,
  miniProgramImageProblems,
} from './image.ts';
import type { Problem } from './problem.ts';
import { say } from './text.ts';

const words = (found: Problem | undefined) => found && say(found.text, 'en', found.facts);

describe('the file rule', () => {
  it.each([
    ['a.XLSX', 'xlsx'],
    ['a.b.Jpg', 'jpg'],
    ['README', ''],
    ['.bashrc', ''],
    ['a.', ''],
  ])('%s has the extension «%s»', (name, extension) => expect(extensionOf(name)).toBe(extension));

  it('compares extensions without case', () => {
    const rule = fileRule({ extensions: ['.PNG', 'jpg'] });
    for (const name of ['a.png', 'a.PNG', 'b.JPG']) expect(rule({ name, size: 1 })).toBeUndefined();
    expect(words(rule({ name: 'a.gif', size: 1 }))).toBe('Wrong file type; only png, jpg');
    expect(words(rule({ name: 'png', size: 1 }))).toBe('Wrong file type; only png, jpg');
  });

  it('takes 10 MB unless told otherwise, and no empty file', () => {
    expect(FILE_MAX_BYTES).toBe(10_485_760);
    expect(fileRule()({ name: 'a', size: FILE_MAX_BYTES })).toBeUndefined();
    expect(words(fileRule()({ name: 'a', size: FILE_MAX_BYTES + 1 }))).toBe('File size cannot exceed 10 MB');
    expect(words(fileRule()({ name: 'a', size: 0 }))).toBe('The file is empty');
    expect(words(fileRule({ maxBytes: 1_536 })({ name: 'a', size: 1_537 }))).toBe('File size cannot exceed 1.5 KB');
  });

  it('imports take xls and xlsx up to 5 MB, and 500,000 rows', () => {
    for (const name of ['a.xls', 'a.XLSX']) expect(importFileRule({ name, size: 5 * MB })).toBeUndefined();
    expect(words(importFileRule({ name: 'a.csv', size: 1 }))).toBe('Wrong file type; only xls, xlsx');
    expect(words(importFileRule({ name: 'a.xls', size: 5 * MB + 1 }))).toBe('File size cannot exceed 5 MB');
    expect(rowCountRule()(500_000)).toBeUndefined();
    expect(words(rowCountRule()(500_001))).toBe('At most 500000 rows per import');
    expect(words(rowCountRule()(0))).toBe('No data in the sheet');
  });

  it('knows workbooks by their bytes', () => {
    expect(sheetKindOf(Uint8Array.of(0x50, 0x4b, 3, 4, 9))).toBe('xlsx');
    expect(sheetKindOf(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1))).toBe('xls');
    expect(sheetKindOf(new TextEncoder().encode('a,b,c'))).toBeUndefined();
    expect(sheetKindOf(new Uint8Array())).toBeUndefined();
  });
});

const text = (content: string) => new TextEncoder().encode(content);
const bytes = (...parts: (number | string | number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...text(part)] : part)));
const le16 = (n: number) => [n & 255, n >> 8];
const be16 = (n: number) => [n >> 8, n & 255];
const zeros = (count: number) => new Array<number>(count).fill(0);

const [W, H] = [MINI_PROGRAM_IMAGE.width, MINI_PROGRAM_IMAGE.height];
const samples = {
  png: bytes([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10], [0, 0, 0, 13], 'IHDR', [0, 0, ...be16(W)], [0, 0, ...be16(H)]),
  gif: bytes('GIF89a', le16(W), le16(H)),
  bmp: bytes('BM', zeros(12), [40, 0, 0, 0], [...le16(W), 0, 0], [...le16(H), 0, 0]),
  jpg: bytes(
    [0xff, 0xd8, 0xff, 0xe0, 0, 6, 1, 2, 3, 4],
    [0xff, 0xff, 0xc4, 0, 3, 0],
    [0xff, 0xc2, 0, 11, 8, ...be16(H), ...be16(W), 0, 0],
  ),
  webp: bytes('RIFF', zeros(4), 'WEBPVP8X', zeros(8), [...le16(W - 1), 0], [...le16(H - 1), 0]),
  svg: text('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  xml: text('<?xml version="1.0"?><note/>'),
};

describe('images by their content', () => {
  it.each(Object.entries(samples))('%s is known', (kind, content) => expect(imageKindOf(content)).toBe(kind));

  it.each([
    '\ufeff<?xml version="1.0"?>\n<!-- a > b -->\n<!DOCTYPE svg [ <!ENTITY a "b"> ]>\n<svg>',
    '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd"><svg width="1">',
    '  <x:svg xmlns:x="y"/>',
  ])('svg is known behind what stands before its root: %s', (content) =>
    expect(imageKindOf(text(content))).toBe('svg'),
  );

  it.each([
    '',
    'BMW is a car and not a picture of anything',
    '<html><svg/></html>',
    '<svgx/>',
    'GIF',
    '<!-- open',
    'RIFFxxxxWAVE',
    '{"svg":1}',
  ])('«%s» is none', (content) => expect(imageKindOf(text(content))).toBeUndefined());

  it('is what its name says, in any case; jpeg is jpg and svg is xml', () => {
    const contentOf: Record<string, Uint8Array> = { ...samples, jpeg: samples.jpg };
    for (const extension of IMAGE_EXTENSIONS) {
      expect(imageContentRule({ name: `A.${extension.toUpperCase()}`, bytes: contentOf[extension]! })).toBeUndefined();
    }
    expect(imageContentRule({ name: 'a.xml', bytes: samples.svg })).toBeUndefined();
    expect(words(imageContentRule({ name: 'a.png', bytes: samples.gif }))).toMatch(/does not match/);
    expect(words(imageContentRule({ name: 'a.svg', bytes: samples.xml }))).toMatch(/does not match/);
    expect(words(imageContentRule({ name: 'a.png', bytes: text('<script>') }))).toMatch(/is not an image/);
  });

  it('finds the root of a text of nothing but comments in no time', () => {
    expect(imageKindOf(text('<!---->'.repeat(500_000)))).toBeUndefined();
  });
});

describe('the size of an image', () => {
  it.each(['png', 'gif', 'bmp', 'jpg', 'webp'] as const)('%s', (kind) => {
    expect(imageSizeOf(samples[kind])).toEqual({ width: W, height: H });
  });
  it('the other ways of webp and bmp', () => {
    const packed = (W - 1) | ((H - 1) << 14);
    const lossless = bytes(
      'RIFF',
      zeros(4),
      'WEBPVP8L',
      zeros(4),
      [0x2f],
      [packed & 255, (packed >> 8) & 255, (packed >> 16) & 255, packed >>> 24],
    );
    expect(imageSizeOf(lossless)).toEqual({ width: W, height: H });
    const lossy = bytes('RIFF', zeros(4), 'WEBPVP8 ', zeros(4), zeros(3), [0x9d, 1, 0x2a], le16(W), le16(H));
    expect(imageSizeOf(lossy)).toEqual({ width: W, height: H });
    const topDown = bytes('BM', zeros(12), [40, 0, 0, 0], [...le16(W), 0, 0], [-H & 255, (-H >> 8) & 255, 255, 255]);
    expect(imageSizeOf(topDown)).toEqual({ width: W, height: H });
    const old = bytes('BM', zeros(12), [12, 0, 0, 0], le16(W), le16(H));
    expect(imageSizeOf(old)).toEqual({ width: W, height: H });
  });
  it('is not known of drawings and of files that are cut off', () => {
    expect(imageSizeOf(samples.svg)).toBeUndefined();
    for (const kind of ['png', 'gif', 'jpg', 'webp'] as const) {
      expect(imageSizeOf(samples[kind].subarray(0, samples[kind].length - 3))).toBeUndefined();
    }
    expect(imageSizeOf(bytes([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0]))).toBeUndefined();
  });
  it('is read from a piece of a larger buffer', () => {
    const larger = bytes(zeros(7), [...samples.png]);
    expect(imageSizeOf(larger.subarray(7))).toEqual({ width: W, height: H });
  });
});

describe('images of the mini-program', () => {
  const heavy = new Uint8Array(MINI_PROGRAM_IMAGE.belowBytes);
  heavy.set(samples.png);
  const said = (content: Uint8Array) => miniProgramImageProblems({ bytes: content }).map(words);

  it('are 375*812 and under 2 MB, each warned of by itself', () => {
    expect(said(samples.png)).toEqual([]);
    expect(said(heavy.subarray(0, -1))).toEqual([]);
    expect(said(heavy)).toEqual(['Image must be smaller than 2 MB']);
    expect(said(bytes('GIF89a', le16(W), le16(H + 1)))).toEqual(['Image size must be 375*812']);
    heavy[23] = 0;
    expect(said(heavy)).toEqual(['Image size must be 375*812', 'Image must be smaller than 2 MB']);
  });
});
