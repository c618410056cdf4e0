import { startsWith } from './file.ts';
import { type Problem, problem } from './problem.ts';

/** The largest video of a guide: about five minutes of a screen at 1 Mbit/s. */
export const FILM = { extensions: ['mp4'], maxBytes: 50 * 1_024 * 1_024 } as const;

const FTYP = [0x66, 0x74, 0x79, 0x70] as const;
/** Brands of MP4 as cameras and screen recorders write them; QuickTime (`qt  `) is another format of the same boxes. */
const BRANDS: ReadonlySet<string> = new Set([
  'isom',
  'iso2',
  'iso4',
  'iso5',
  'iso6',
  'mp41',
  'mp42',
  'avc1',
  'M4V ',
  'MSNV',
  'dash',
]);

const notAFilm: Problem = problem('文件内容不是 MP4 视频', 'The file is not an MP4 video');

const wordAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));

/** Whether the first bytes are those of an MP4, whatever the name says. */
export function filmHeadProblem(head: Uint8Array): Problem | undefined {
  if (!startsWith(head, FTYP, 4)) return notAFilm;
  const size = new DataView(head.buffer, head.byteOffset, head.byteLength).getUint32(0);
  const end = Math.min(size, head.length);
  for (let at = 8; at + 4 <= end; at += 4) {
    // The main brand is followed by its version and the compatible brands.
    if (at !== 12 && BRANDS.has(wordAt(head, at))) return undefined;
  }
  return notAFilm;
}

export type Box = { readonly kind: string; readonly at: number; readonly size: number };

/** The box at an offset of the file, from its first 16 bytes; undefined if there is none. */
export function boxAt(header: Uint8Array, at: number, fileBytes: number): Box | undefined {
  if (header.length < 8) return undefined;
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  const short = view.getUint32(0);
  const isLong = short === 1 && header.length >= 16;
  const size = isLong ? Number(view.getBigUint64(8)) : short === 0 ? fileBytes - at : short;
  if (size < (isLong ? 16 : 8) || at + size > fileBytes) return undefined;
  return { kind: wordAt(header, 4), at, size };
}

/** The duration in full seconds, from the start of the `moov` box; undefined if not given. */
export function filmSeconds(moov: Uint8Array): number | undefined {
  const isLong = moov[16] === 1;
  if (wordAt(moov, 12) !== 'mvhd' || moov.length < (isLong ? 48 : 36)) return undefined;
  const view = new DataView(moov.buffer, moov.byteOffset, moov.byteLength);
  const scale = view.getUint32(isLong ? 36 : 28);
  const duration = isLong ? Number(view.getBigUint64(40)) : view.getUint32(32);
  return scale > 0 && duration > 0 ? Math.max(1, Math.round(duration / scale)) : undefined;
}
