import { readVoiceDays, USAGE_DAYS } from '@cardinal/contract/api/usage/usage.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { ChartCard } from '../../kit/ChartCard.tsx';
import type { Chart } from '../../kit/chart/chartModel.ts';
import { useRead } from '../../kit/useRead.ts';

const words = {
  minutes: text('通话分钟', 'Minutes'),
  message: text(
    '近 {days} 天通话 {minutes} 分 {seconds} 秒，短信 {messages} 条',
    '{minutes} min {seconds} s and {messages} {messages|message|messages} in the last {days} {days|day|days}',
  ),
  unread: text('近 {days} 天没有按日的语音读数', 'No daily voice readings in the last {days} {days|day|days}'),
  waiting: text('近 {days} 天语音', 'Voice, last {days} {days|day|days}'),
};

type Day = { readonly day: string; readonly seconds: string | null };

const chartOf = (days: readonly Day[], name: string): Chart => ({
  shape: 'columns',
  measure: 'count',
  isLastOpen: true,
  categories: days.map((each) => each.day.slice(5)),
  series: [
    {
      key: 'minutes',
      name,
      values: days.map(({ seconds }) => (seconds === null ? null : Math.round(Number(seconds) / 6) / 10)),
    },
  ],
});

/** Minutes a day, with their total to the second. */
export function VoiceChart(props: { cardId: string; className?: string }) {
  const t = useText();
  const days = USAGE_DAYS.initial;
  const voice = useRead(readVoiceDays, { cardId: props.cardId, days });
  const told = voice.data?.days;
  const read = told?.filter((each) => each.seconds !== null) ?? [];
  const seconds = read.reduce((sum, each) => sum + BigInt(each.seconds ?? 0), 0n);
  const messages = read.reduce((sum, each) => sum + (each.messages ?? 0), 0);
  const title = !told
    ? t(words.waiting, { days })
    : read.length === 0
      ? t(words.unread, { days })
      : t(words.message, {
          days,
          minutes: countAmount(seconds / 60n),
          seconds: String(seconds % 60n),
          messages: countAmount(messages),
        });
  return (
    <ChartCard
      title={title}
      chart={told && chartOf(told, t(words.minutes))}
      state={voice}
      asOf={voice.data?.asOf}
      height={190}
      {...(props.className ? { className: props.className } : {})}
    />
  );
}
