const DAY_MS = 86_400_000;
/** Carriers count days and cycles in China time, which has no daylight saving. */
export const CHINA_OFFSET_MS = 8 * 3_600_000;

/** The China-time day of a moment, as days since 1970-01-01. */
export function chinaDayOf(ms: number): number {
  return Math.floor((ms + CHINA_OFFSET_MS) / DAY_MS);
}

/** The moment a China-time day begins. */
export function startOfChinaDay(day: number): number {
  return day * DAY_MS - CHINA_OFFSET_MS;
}

/** `2026-11-21`. */
export function chinaDayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** `20261121103000`: local China time, as several carriers write it. */
export function chinaStamp(ms: number): string {
  return new Date(ms + CHINA_OFFSET_MS).toISOString().slice(0, 19).replace(/[-T:]/g, '');
}

/** A span of the China-time calendar: `fromMs` inclusive, `toMs` exclusive. */
export type Period = { readonly fromMs: number; readonly toMs: number };

/** The day of `20261121`, or nothing where the text is none. */
export function chinaDay(text: string): Period | undefined {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? [];
  const ms = Date.UTC(Number(year), Number(month) - 1, Number(day));
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10).replaceAll('-', '') !== text) return undefined;
  return { fromMs: ms - CHINA_OFFSET_MS, toMs: ms + DAY_MS - CHINA_OFFSET_MS };
}

/** The month of `202611`, or nothing where the text is none. */
export function chinaMonth(text: string): Period | undefined {
  const [, year, month] = /^(\d{4})(0[1-9]|1[0-2])$/.exec(text) ?? [];
  if (year === undefined) return undefined;
  const at = (offset: number) => Date.UTC(Number(year), Number(month) - 1 + offset, 1) - CHINA_OFFSET_MS;
  return { fromMs: at(0), toMs: at(1) };
}
