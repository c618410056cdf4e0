import { filledTemplate } from '@cardinal/contract/api/usageReminders/template.ts';
import type { RemindKind } from '@cardinal/contract/enumerations/reminder.ts';
import { bytesOf, volumeText } from '@cardinal/primitives/dataVolume.ts';
import { type Language, say, type Text, text } from '@cardinal/primitives/text.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import type { Subject } from '../judging/cardUses.ts';
import { leftOf, percentOf } from '../judging/remindRules.ts';

const DAYS = text('{days} 天', '{days} {days|day|days}');

/** «80%», «100 MB», «3 days». */
export function thresholdText(kind: RemindKind, threshold: number): Text {
  if (kind === 'packageEnd') return text(say(DAYS, 'zh_CN', { days: threshold }), say(DAYS, 'en', { days: threshold }));
  const amount = kind === 'flowLeft' ? volumeText(bytesOf(BigInt(threshold), 'MB')) : `${threshold}%`;
  return text(amount, amount);
}

const WHEN: Readonly<Record<RemindKind, Text>> = {
  flowPercent: text('用到 {at}', 'at {at} used'),
  flowLeft: text('剩余 {at}', 'at {at} left'),
  packageEnd: text('到期前 {at}', '{at} before the end'),
  poolPercent: text('池用到 {at}', 'at {at} of the pool'),
};

/** «at 80%, 95% used». */
export const whenText = (kind: RemindKind, thresholds: readonly number[], language: Language): string =>
  say(WHEN[kind], language, {
    at: thresholds.map((each) => say(thresholdText(kind, each), language)).join(language === 'en' ? ', ' : '、'),
  });

const UNKNOWN = '—';
const shown = (value: string | null): string => value ?? UNKNOWN;

/** What can be filled in of a subject. */
function factsOf(subject: Subject, kind: RemindKind, threshold: number | null, holder: string, language: Language) {
  const { uses, card, endsAt } = subject;
  const percent = percentOf(uses);
  const volume = (bytes: bigint | null) => shown(bytes === null ? null : volumeText(bytes));
  return {
    iccid: shown(card?.iccid ?? null),
    customer: holder,
    package: shown(subject.packageName),
    pool: shown(subject.poolCode),
    threshold: threshold === null ? UNKNOWN : say(thresholdText(kind, threshold), language),
    percent: percent === null ? UNKNOWN : `${percent}%`,
    used: volume(uses.usedBytes),
    left: volume(leftOf(uses)),
    total: volume(uses.allowanceBytes),
    days: shown(uses.daysLeft === null ? null : String(uses.daysLeft)),
    endsOn: shown(endsAt === null ? null : dayText(new Date(+endsAt - 1))),
  };
}

type Told = { readonly kind: RemindKind; readonly text_zh: string; readonly text_en: string };

/** What a rule says of a subject, in both languages. */
export function saidOf(rule: Told, subject: Subject, threshold: number | null, holder: string): Text {
  const filled = (template: string, language: Language) =>
    filledTemplate(template, factsOf(subject, rule.kind, threshold, holder, language));
  return text(filled(rule.text_zh, 'zh_CN'), filled(rule.text_en, 'en'));
}
