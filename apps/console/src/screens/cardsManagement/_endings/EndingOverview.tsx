import { readPackageEndings } from '@cardinal/contract/api/renewals/packageEndings.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { momentIn } from '@cardinal/primitives/zone.ts';
import { countAmount, moneyAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { ToggleChip } from '@cardinal/ui/layout/Choices.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { useMemo } from 'react';
import { ChartCard } from '../../../kit/ChartCard.tsx';
import type { Chart } from '../../../kit/chart/chartModel.ts';
import { useRead } from '../../../kit/useRead.ts';
import { useSearch } from '../../../shell/screenContext.ts';

const words = {
  unknown: text('未来 60 天到期的套餐', 'Packages that end within 60 days'),
  title: text(
    '未来 60 天有 {n} 张卡的套餐到期、没有后续套餐',
    '{n} {n|card loses its|cards lose their} package within 60 days',
  ),
  worth: text('；其中 {n} 张订购的售价合计 {amounts}', '; {n} of them were ordered for {amounts}'),
  allWell: text('未来 60 天没有卡的套餐到期', 'No card loses its package within 60 days'),
  parts: text('显示哪些卡', 'Cards to show'),
  open: text('即将到期', 'Ending'),
  ended: text('30 天内已到期', 'Ended in 30 days'),
  renewed: text('已有后续套餐', 'Already renewed'),
  ignored: text('已忽略', 'Ignored'),
};
const PARTS = ['open', 'ended', 'renewed', 'ignored'] as const;
type Part = (typeof PARTS)[number];
const KEY = 'show';
const HEIGHT = 116;

/** Which of the cards an address shows; those that end, with nothing behind, unless it says otherwise. */
export const shownPart = (search: URLSearchParams): Part => PARTS.find((part) => part === search.get(KEY)) ?? 'open';

/** How many cards end on which day; a click on a day shows them. */
export function EndingOverview() {
  const t = useText();
  const [search, setSearch] = useSearch();
  const under = search.get('underCustomerId');
  const customers = search.getAll('customerId');
  const state = useRead(readPackageEndings, {
    ...(under ? { underCustomerId: under } : {}),
    ...(customers.length > 0 ? { customerId: customers } : {}),
  });
  const days = state.data?.days;
  const chart = useMemo<Chart | undefined>(
    () =>
      days && {
        shape: 'columns',
        measure: 'count',
        categories: days.map(({ day }) => day.slice(5)),
        series: [{ key: 'cards', name: t(nouns.cardCount), values: days.map(({ cards }) => cards) }],
      },
    [days, t],
  );
  const current = shownPart(search);
  const change = (edit: (next: URLSearchParams) => void) => {
    const next = new URLSearchParams(search);
    for (const key of ['pageNum', 'packageEndsAtFrom', 'packageEndsAtTo']) next.delete(key);
    edit(next);
    setSearch(next);
  };
  const show = (part: Part) =>
    change((next) => {
      if (part === 'open') next.delete(KEY);
      else next.set(KEY, part);
    });
  const pick = (place: number) => {
    const [year, month, day] = (days?.[place]?.day ?? '').split('-').map(Number);
    if (!year || !month || !day) return;
    const start = (of: number) => momentIn('Asia/Shanghai', { year, month, day: of, hour: 0, minute: 0, second: 0 });
    change((next) => {
      next.delete(KEY);
      next.set('packageEndsAtFrom', start(day).toISOString());
      next.set('packageEndsAtTo', new Date(+start(day + 1) - 1).toISOString());
    });
  };
  const total = days?.reduce((sum, { cards }) => sum + cards, 0);
  const amounts = state.data?.worth.map(({ currency, amount }) => `${moneyAmount(amount, currency)} ${currency}`);
  const ordered = state.data?.worth.reduce((sum, { cards }) => sum + cards, 0) ?? 0;
  const worth = amounts && ordered > 0 ? t(words.worth, { n: countAmount(ordered), amounts: amounts.join(' + ') }) : '';
  const title = total
    ? t(words.title, { n: countAmount(total) }) + worth
    : t(total === 0 ? words.allWell : words.unknown);
  return (
    <>
      <ChartCard
        className="below-s"
        title={title}
        chart={chart}
        state={state}
        asOf={state.data?.asOf}
        height={HEIGHT}
        onPick={pick}
      />
      <Inline as="fieldset" gap="xs" aria-label={t(words.parts)}>
        {PARTS.map((part) => (
          <ToggleChip key={part} isOn={part === current} onClick={() => show(part)}>
            {t(words[part])}
          </ToggleChip>
        ))}
      </Inline>
    </>
  );
}
