import { readDailyUsage, USAGE_DAYS } from '@cardinal/contract/api/usage/usage.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { byteAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { ChartCard } from '../../kit/ChartCard.tsx';
import type { Chart } from '../../kit/chart/chartModel.ts';
import { useRead } from '../../kit/useRead.ts';
import { totalOf, type UsageDay } from './usageFigures.ts';

const words = {
  message: text(
    '近 {days} 天共用 {total}，日均 {mean}',
    '{total} in the last {days} {days|day|days}, {mean} per day on average',
  ),
  unread: text('近 {days} 天没有用量读数', 'No usage readings in the last {days} {days|day|days}'),
  waiting: text('近 {days} 天用量', 'Usage, last {days} {days|day|days}'),
};

const written = (bytes: bigint) => {
  const { value, unit } = byteAmount(bytes);
  return `${value} ${unit}`;
};

export const useDailyUsage = (cardId: string, days: number = USAGE_DAYS.initial) =>
  useRead(readDailyUsage, { cardId, days }, { keepsPrevious: true });

const chartOf = (days: readonly UsageDay[], name: string): Chart => ({
  shape: 'columns',
  measure: 'bytes',
  isLastOpen: true,
  categories: days.map((each) => each.day.slice(5)),
  series: [{ key: 'used', name, values: days.map((each) => (each.bytes === null ? null : Number(each.bytes))) }],
});

/** Data usage a day, with its total as the title. */
export function UsageChart(props: { cardId: string; days?: number; height?: number; className?: string }) {
  const { cardId, height = 190 } = props;
  const t = useText();
  const asked = props.days ?? USAGE_DAYS.initial;
  const usage = useDailyUsage(cardId, asked);
  const days = usage.data?.days;
  const sum = days && totalOf(days);
  const title = !sum
    ? t(words.waiting, { days: asked })
    : sum.read === 0
      ? t(words.unread, { days: asked })
      : t(words.message, {
          days: asked,
          total: written(sum.bytes),
          mean: written(sum.bytes / BigInt(sum.read)),
        });
  return (
    <ChartCard
      title={title}
      chart={days && chartOf(days, t(nouns.dataUsed))}
      state={usage}
      asOf={usage.data?.asOf}
      height={height}
      {...(props.className ? { className: props.className } : {})}
    />
  );
}
