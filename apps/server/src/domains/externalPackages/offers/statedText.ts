import { ValidityUnit } from '@cardinal/contract/enumerations/package.ts';
import { type Language, say, text } from '@cardinal/primitives/text.ts';
import type { StatedTerms } from '../statedTerms.ts';

const words = {
  unlimited: text('不限流量', 'Unlimited data'),
  voice: text('语音 {n} 秒', '{n} s of calls'),
  sms: text('短信 {n} 条', '{n} messages'),
  none: text('无', 'None'),
  month: text('{n} 个月', '{n} {n|month|months}'),
  day: text('{n} 天', '{n} {n|day|days}'),
  times: text('{period} × {n}', '{period} × {n}'),
};
const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',');

/** In the units of its source, unconverted: «1,073,741,824 B». */
export function allowanceText({ flow, voiceSeconds, smsCount }: StatedTerms, language: Language): string {
  const parts = [
    flow === null ? say(words.unlimited, language) : flow.amount === '0' ? '' : `${grouped(flow.amount)} ${flow.unit}`,
    voiceSeconds ? say(words.voice, language, { n: voiceSeconds }) : '',
    smsCount ? say(words.sms, language, { n: smsCount }) : '',
  ].filter(Boolean);
  return parts.join(' · ') || say(words.none, language);
}

export function validityText({ validityUnit, validityCount, units }: StatedTerms, language: Language): string {
  const unit = validityUnit === ValidityUnit.values.month ? words.month : words.day;
  const period = say(unit, language, { n: validityCount });
  return units > 1 ? say(words.times, language, { period, n: units }) : period;
}
