import type { Language } from '@cardinal/primitives/text.ts';

const two = (value: number) => (value < 10 ? `0${value}` : String(value));

const zoned = new Map<string, Intl.DateTimeFormat>();

/** `yyyy-MM-dd HH:mm:ss` in the viewer's zone, or in the given one. An invalid time stays unchanged. */
export function wallTime(at: string | number, zone?: string): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return String(at);
  if (!zone) {
    return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  }
  let format = zoned.get(zone);
  if (!format) {
    // The Swedish locale formats times as required.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
    zoned.set(zone, format);
  }
  return format.format(date);
}

const STEPS: [limit: number, size: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [60, 1, 'second'],
  [3600, 60, 'minute'],
  [86_400, 3600, 'hour'],
  [86_400 * 30, 86_400, 'day'],
  [86_400 * 365, 86_400 * 30, 'month'],
  [Number.POSITIVE_INFINITY, 86_400 * 365, 'year'],
];
const spoken = new Map<Language, Intl.RelativeTimeFormat>();

/** «3 分钟前», «in 2 days». */
export function relativeTime(at: string | number, now: number, language: Language): string {
  const seconds = (new Date(at).getTime() - now) / 1000;
  if (Number.isNaN(seconds)) return String(at);
  let format = spoken.get(language);
  if (!format) {
    format = new Intl.RelativeTimeFormat(language === 'en' ? 'en' : 'zh-CN', { numeric: 'auto' });
    spoken.set(language, format);
  }
  const distance = Math.abs(seconds);
  if (distance < 10) return language === 'en' ? 'just now' : '刚刚';
  const [, size, unit] = STEPS.find(([limit]) => distance < limit)!;
  // Browsers write «3分钟前»; a space separates the number everywhere else.
  return format.format(Math.trunc(seconds / size), unit).replace(/(\d)(?=\p{Script=Han})/u, '$1 ');
}

const LENGTHS = [
  [86_400, { zh: '天', en: 'd' }],
  [3600, { zh: '小时', en: 'h' }],
  [60, { zh: '分', en: 'min' }],
  [1, { zh: '秒', en: 's' }],
] as const;

/** A duration in its two largest units, never nought: «2 分 5 秒», «1 h 3 min». */
export function spokenDuration(seconds: number, language: Language): string {
  const total = seconds > 0 ? Math.max(1, Math.round(seconds)) : 0;
  const first = LENGTHS.findIndex(([size]) => total >= size);
  if (first < 0) return language === 'en' ? 'under 1 s' : '不到 1 秒';
  let left = total;
  return LENGTHS.slice(first, first + 2)
    .flatMap(([size, unit]) => {
      const count = Math.floor(left / size);
      left %= size;
      return count > 0 ? [`${count} ${language === 'en' ? unit.en : unit.zh}`] : [];
    })
    .join(' ');
}
