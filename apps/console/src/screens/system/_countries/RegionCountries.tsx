import type { listRegions } from '@cardinal/contract/api/countries.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { byContinent } from './continents.ts';
import { flagOf } from './flag.ts';

const words = {
  title: text('「{name}」的国家', 'Countries of “{name}”'),
  count: text('{n} 个', '{n}'),
};

/** What a region is made of, by continent; countries that are switched off stand struck out. */
export function RegionCountries(props: { region: RowOf<typeof listRegions>; onClose: () => void }) {
  const t = useText();
  const { region } = props;
  return (
    <Sheet isOpen title={t(words.title, { name: t(region) })} onClose={props.onClose}>
      {byContinent(region.countries).map(({ key, name, countries }) => (
        <section key={key} className="region-continent">
          <h3>
            {t(name)} <small>{t(words.count, { n: countAmount(countries.length) })}</small>
          </h3>
          <div className="region-chips">
            {countries.map((country) => (
              <span
                key={country.code}
                title={country.code}
                className={country.isEnabled ? 'region-chip' : 'region-chip is-off'}
              >
                {flagOf(country.code)}
                {t(country)}
              </span>
            ))}
          </div>
        </section>
      ))}
    </Sheet>
  );
}
