import { readSilence, SILENCE_BANDS } from '@cardinal/contract/api/cards/cardList.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { useMemo } from 'react';
import { ChartCard } from '../../../kit/ChartCard.tsx';
import type { Chart } from '../../../kit/chart/chartModel.ts';
import { useRead } from '../../../kit/useRead.ts';
import { useSearch } from '../../../shell/screenContext.ts';

const words = {
  unknown: text('在用的卡静默了多久', 'How long active cards have been silent'),
  title: text(
    '在用的卡中 {n} 张静默超过 30 天，{never} 张从未上线',
    'Of the active cards, {n} {n|has|have} been silent for over 30 days and {never} {never|has|have} never been online',
  ),
  allWell: text('在用的卡都在 30 天内上过线', 'All active cards were online within the last 30 days'),
  today: text('1 天内', 'Today'),
  band: text('{from}-{to} 天', '{from}-{to} days'),
  beyond: text('{from} 天以上', '{from} {from|day|days} and more'),
};

const HEIGHT = 104;

/** How long cards have been silent; a click on a bar opens its cards. */
export function SilenceChart() {
  const t = useText();
  const [search, setSearch] = useSearch();
  const state = useRead(readSilence);
  const chart = useMemo<Chart | undefined>(() => {
    const bands = state.data?.bands;
    return (
      bands && {
        shape: 'columns',
        measure: 'count',
        categories: SILENCE_BANDS.map(({ from, to }) =>
          to === null ? t(words.beyond, { from }) : to === 0 ? t(words.today) : t(words.band, { from, to }),
        ),
        series: [{ key: 'cards', name: t(nouns.cardCount), values: bands }],
      }
    );
  }, [state.data, t]);
  const title = useMemo(() => {
    if (!state.data) return t(words.unknown);
    const { bands, neverOnline } = state.data;
    const longSilent = bands.at(-1) ?? 0;
    if (longSilent + neverOnline === 0) return t(words.allWell);
    return t(words.title, { n: countAmount(longSilent), never: countAmount(neverOnline) });
  }, [state.data, t]);
  const pick = (place: number) => {
    const band = SILENCE_BANDS[place];
    if (!band) return;
    const next = new URLSearchParams(search);
    for (const key of ['pageNum', 'silentDaysTo']) next.delete(key);
    next.set('lifecycle', 'activated');
    next.set('silentDaysFrom', String(band.from));
    if (band.to !== null) next.set('silentDaysTo', String(band.to));
    setSearch(next);
  };
  return (
    <ChartCard
      className="below-s"
      title={title}
      chart={chart}
      state={state}
      asOf={state.data?.asOf}
      height={HEIGHT}
      onPick={pick}
    />
  );
}
