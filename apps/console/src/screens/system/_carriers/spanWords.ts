import { type Text, text } from '@cardinal/primitives/text.ts';

const UNITS = [
  { seconds: 86_400, zh: '天', en: 'd' },
  { seconds: 3_600, zh: '小时', en: 'h' },
  { seconds: 60, zh: '分钟', en: 'min' },
  { seconds: 1, zh: '秒', en: 's' },
] as const;

/** A span of time in words, its units from the largest down: «1 小时 30 分钟». */
export function spanWords(seconds: number): Text {
  let left = seconds;
  const parts = UNITS.flatMap((unit) => {
    const count = Math.floor(left / unit.seconds);
    left -= count * unit.seconds;
    return count > 0 ? [{ count, unit }] : [];
  });
  const said = (language: 'zh' | 'en') => parts.map(({ count, unit }) => `${count} ${unit[language]}`).join(' ');
  return parts.length === 0 ? text('0 秒', '0 s') : text(said('zh'), said('en'));
}
