import { language, t } from './language.ts';
import { words } from './words.ts';

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

/** `12.4 GB`; bytes come as text, since they may not fit a number. */
export function bytesText(bytes: string): string {
  let value = Number(bytes);
  let unit = 0;
  while (value >= 1_024 && unit < UNITS.length - 1) {
    value /= 1_024;
    unit += 1;
  }
  return `${value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : 1 })} ${UNITS[unit]}`;
}

/** Minor units of a currency with cents; WeChat Pay takes yuan only. */
export const moneyText = (minor: string, currency: string): string => {
  const amount = (Number(minor) / 100).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return currency === 'CNY' ? `¥${amount}` : `${currency} ${amount}`;
};

const inChina = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', ...options });

export const dayText = (time: string): string => inChina({ dateStyle: 'short' }).format(new Date(time));
export const timeText = (time: string): string =>
  inChina({ dateStyle: 'short', timeStyle: 'short' }).format(new Date(time));

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

export function ageText(time: string, now = Date.now()): string {
  const seconds = Math.max(0, (now - new Date(time).getTime()) / 1_000);
  const [unit, size] = STEPS.find(([, each]) => seconds >= each) ?? (['minute', 60] as const);
  return new Intl.RelativeTimeFormat(language() === 'en' ? 'en' : 'zh-CN').format(-Math.round(seconds / size), unit);
}

/** Long numbers in groups of four, for the eye only. */
export const grouped = (number: string): string => number.replace(/(.{4})(?=.)/g, '$1 ');

const MONTH = 1;
export const validText = (unit: number, count: number): string =>
  t(unit === MONTH ? words.months : words.days, { n: count });

export const contentText = (each: {
  flowBytes: string | null;
  voiceSeconds: number | null;
  smsCount: number | null;
}): string =>
  [
    each.flowBytes === null ? t(words.unlimited) : each.flowBytes === '0' ? '' : bytesText(each.flowBytes),
    each.voiceSeconds ? t(words.minutes, { n: Math.floor(each.voiceSeconds / 60) }) : '',
    each.smsCount ? t(words.texts, { n: each.smsCount }) : '',
  ]
    .filter(Boolean)
    .join(' + ');
