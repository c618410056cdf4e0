import { text } from '@cardinal/primitives/text.ts';
import { byteAmount, countAmount } from '@cardinal/ui/amounts.ts';
import { useLanguage, useText } from '@cardinal/ui/language.tsx';
import { useCallback, useMemo } from 'react';
import { shortCountryName } from '../../kit/CountryName.tsx';
import { WorldMap } from '../../kit/world/WorldMap.tsx';
import { shadeEnds, shadeOf } from '../../kit/world/worldModel.ts';
import type { Places } from './useCardPlaces.ts';

const words = {
  spoken: text('各国用量地图：{list}', 'Map of usage by country: {list}'),
  detail: text('{bytes}，{n} 次会话', '{bytes}, {n} {n|session|sessions}'),
  upTo: text('≤ {bytes}', '≤ {bytes}'),
};

const HOME = 'CN';
const HEIGHT = 300;

const said = (bytes: string | bigint): string => {
  const { value, unit } = byteAmount(bytes);
  return `${value} ${unit}`;
};

/** Usage by country, darker for more; omitted where all usage was in the home country. The table beside it shows the same. */
export function CountryUsageMap({ countries }: { countries: Places['countries'] }) {
  const t = useText();
  const language = useLanguage();
  const nameOf = useCallback((code: string) => shortCountryName(code, language), [language]);
  const largest = Math.max(0, ...countries.map(({ bytes }) => Number(bytes)));
  const marked = useMemo(
    () =>
      countries.flatMap(({ country, bytes, sessions }) =>
        country === null
          ? []
          : [
              {
                code: country,
                name: nameOf(country),
                // A session without traffic still counts.
                shade: Math.max(1, shadeOf(Number(bytes), largest)),
                detail: t(words.detail, { bytes: said(bytes), n: countAmount(sessions) }),
              },
            ],
      ),
    [countries, largest, nameOf, t],
  );
  if (marked.every(({ code }) => code === HOME)) return null;
  return (
    <WorldMap
      marked={marked}
      nameOf={nameOf}
      height={HEIGHT}
      spoken={t(words.spoken, { list: marked.map(({ name, detail }) => `${name} ${detail}`).join('; ') })}
      legend={shadeEnds(largest).map((end) => t(words.upTo, { bytes: said(BigInt(Math.round(end))) }))}
    />
  );
}
