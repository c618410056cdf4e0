import type { listRegions } from '@cardinal/contract/api/settings/countries.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useLanguage, useText } from '@cardinal/ui/language.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Badge } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { useCallback, useMemo } from 'react';
import { shortCountryName } from '../../../kit/CountryName.tsx';
import { WorldMap } from '../../../kit/world/WorldMap.tsx';
import { byContinent } from './continents.ts';
import { flagOf } from './flag.ts';

const words = {
  title: text('「{name}」的国家', 'Countries of “{name}”'),
  map: text('「{name}」的国家在地图上', 'Countries of “{name}” on the map'),
  off: text('已停用', 'Switched off'),
  count: text('{n} 个', '{n}'),
};

const HEIGHT = 300;
/** Disabled countries are paler. */
const SHADES = { on: 4, off: 2 };

/** The countries of a region, on the map and by continent; disabled ones are struck through. */
export function RegionCountries(props: { region: RowOf<typeof listRegions>; onClose: () => void }) {
  const t = useText();
  const language = useLanguage();
  const { region } = props;
  const nameOf = useCallback((code: string) => shortCountryName(code, language), [language]);
  const marked = useMemo(
    () =>
      region.countries.map((country) => ({
        code: country.code,
        name: t(country),
        shade: country.isEnabled ? SHADES.on : SHADES.off,
        ...(country.isEnabled ? {} : { detail: t(words.off) }),
      })),
    [region, t],
  );
  return (
    <Sheet isOpen width={760} title={t(words.title, { name: t(region) })} onClose={props.onClose}>
      <WorldMap marked={marked} nameOf={nameOf} height={HEIGHT} spoken={t(words.map, { name: t(region) })} />
      {byContinent(region.countries).map(({ key, name, countries }) => (
        <Stack key={key} as="section" gap="s" below="xl">
          <h3>
            {t(name)} <small>{t(words.count, { n: countAmount(countries.length) })}</small>
          </h3>
          <Inline gap="xs">
            {countries.map((country) => (
              <Badge
                key={country.code}
                title={country.code}
                ink={country.isEnabled ? 'ink' : 'secondary'}
                isStruck={!country.isEnabled}
              >
                {flagOf(country.code)}
                {t(country)}
              </Badge>
            ))}
          </Inline>
        </Stack>
      ))}
    </Sheet>
  );
}
