import { extensionOf, startsWith } from './file.ts';
import { type Problem, problem, type Rule } from './problem.ts';

/** The image type by its bytes; jpg and jpeg are the same. */
export type ImageKind = 'jpg' | 'png' | 'gif' | 'bmp' | 'webp' | 'svg' | 'xml';
export type ImageFile = { readonly name: string; readonly bytes: Uint8Array };

export const IMAGE_EXTENSIONS = ['jpg', 'jpeg', 'png', 'gif', 'bmp', 'webp', 'svg', 'xml'] as const;

/** Limits of mini-program images: size in pixels and weight. */
export const MINI_PROGRAM_IMAGE = { width: 375, height: 812, belowBytes: 2 * 1_024 * 1_024 } as const;

/** How far into a text the root element is searched. */
const TEXT_HEAD_BYTES = 65_536;

const BMP_HEADERS: ReadonlySet<number> = new Set([12, 40, 52, 56, 64, 108, 124]);

export function imageKindOf(bytes: Uint8Array): ImageKind | undefined {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'jpg';
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png';
  if (startsWith(bytes, ascii('GIF87a')) || startsWith(bytes, ascii('GIF89a'))) return 'gif';
  if (startsWith(bytes, ascii('RIFF')) && startsWith(bytes, ascii('WEBP'), 8)) return 'webp';
  // Two letters are too short a signature; the header length after them has few valid values.
  if (startsWith(bytes, ascii('BM')) && BMP_HEADERS.has(bytes[14] ?? 0) && bytes[15] === 0) return 'bmp';
  return textKindOf(bytes);
}

const notAnImage: Problem = problem('文件内容不是图片', 'The file is not an image');
const otherContent: Problem = problem('文件内容与扩展名不一致', 'The file content does not match its extension');

/** Whether an image matches its name. An svg may be named xml. */
export const imageContentRule: Rule<ImageFile> = ({ name, bytes }) => {
  const kind = imageKindOf(bytes);
  if (!kind) return notAnImage;
  const called = extensionOf(name).replace('jpeg', 'jpg');
  return called === kind || (called === 'xml' && kind === 'svg') ? undefined : otherContent;
};

/** Both warnings of an image for the mini-program, as many as apply: size in pixels and weight. */
export function miniProgramImageProblems({ bytes }: Pick<ImageFile, 'bytes'>): Problem[] {
  const { width, height, belowBytes } = MINI_PROGRAM_IMAGE;
  const size = imageSizeOf(bytes);
  const found: Problem[] = [];
  if (size?.width !== width || size.height !== height) {
    found.push(problem('图片尺寸须为 {width}*{height}', 'Image size must be {width}*{height}', { width, height }));
  }
  if (bytes.length >= belowBytes) found.push(problem('图片须小于 2 MB', 'Image must be smaller than 2 MB'));
  return found;
}

/** Width and height in pixels; undefined for svg and truncated files. */
export function imageSizeOf(bytes: Uint8Array): { width: number; height: number } | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    switch (imageKindOf(bytes)) {
      case 'png':
        return { width: view.getUint32(16), height: view.getUint32(20) };
      case 'gif':
        return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
      case 'bmp':
        // A negative height means top-to-bottom rows.
        return bytes[14] === 12
          ? { width: view.getUint16(18, true), height: view.getUint16(20, true) }
          : { width: view.getInt32(18, true), height: Math.abs(view.getInt32(22, true)) };
      case 'webp':
        return webpSize(bytes, view);
      case 'jpg':
        return jpegSize(view);
      default:
        return undefined;
    }
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function webpSize(bytes: Uint8Array, view: DataView) {
  if (startsWith(bytes, ascii('VP8X'), 12)) {
    const uint24 = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
    return { width: uint24(24) + 1, height: uint24(27) + 1 };
  }
  if (startsWith(bytes, ascii('VP8L'), 12)) {
    const packed = view.getUint32(21, true);
    return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
  }
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
}

/** Walks the segments to the frame header, which has the size. */
function jpegSize(view: DataView): { width: number; height: number } | undefined {
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    // Fill bytes and markers without a length.
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else at += 2 + Math.max(view.getUint16(at + 2), 2);
  }
}

/** After declaration, comments and doctype, the root element distinguishes svg from other xml. */
function textKindOf(bytes: Uint8Array): 'svg' | 'xml' | undefined {
  let text = new TextDecoder()
    .decode(bytes.subarray(0, TEXT_HEAD_BYTES))
    .replace(/^\ufeff/, '')
    .trimStart();
  const declared = text.startsWith('<?xml');
  for (let skipped = true; skipped; ) {
    skipped = false;
    for (const [open, close] of [
      ['<?', '?>'],
      ['<!--', '-->'],
      ['<!', '>'],
    ] as const) {
      if (!text.startsWith(open)) continue;
      // A doctype may contain declarations in brackets.
      const bracket = open === '<!' ? text.search(/[[>]/) : -1;
      const from = bracket >= 0 && text[bracket] === '[' ? text.indexOf(']', bracket) : open.length;
      const end = from < 0 ? -1 : text.indexOf(close, from);
      if (end < 0) return declared ? 'xml' : undefined;
      text = text.slice(end + close.length).trimStart();
      skipped = true;
      break;
    }
  }
  if (/^<(?:[\w-]+:)?svg[\s/>]/.test(text)) return 'svg';
  return declared && /^<[A-Za-z_]/.test(text) ? 'xml' : undefined;
}

function ascii(word: string): number[] {
  return [...word].map((character) => character.charCodeAt(0));
}
