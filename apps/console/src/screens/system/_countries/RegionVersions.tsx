import { type listRegions, listRegionVersions } from '@cardinal/contract/api/settings/countries.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { text } from '@cardinal/primitives/text.ts';
import { classNames } from '@cardinal/ui/classNames.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { useCountryChoices } from './useCountryChoices.ts';

const words = {
  title: text('「{name}」的版本', 'Versions of “{name}”'),
  countries: text('{n} 个国家', '{n} {n|country|countries}'),
};

/** What a region was made of, the newest first; what came in and what went stands out. */
export function RegionVersions(props: { region: RowOf<typeof listRegions>; onClose: () => void }) {
  const t = useText();
  const { region } = props;
  const names = new Map(useCountryChoices(region.countries).map(({ value, label }) => [value, label]));
  const query = { regionId: region.id };
  const { data = [] } = useRead(listRegionVersions, query, { isSilent: false });
  return (
    <Sheet isOpen title={t(words.title, { name: t(region) })} onClose={props.onClose}>
      <ol className="region-versions">
        {data.map((each, at) => {
          const isFirst = at === data.length - 1;
          return (
            <li key={each.version}>
              <h3>
                v{each.version}
                <small>{t(words.countries, { n: each.countries.length })}</small>
                <small>
                  {each.madeBy} · <TimeText at={each.madeAt} />
                </small>
              </h3>
              <div className="region-chips">
                {[...each.countries, ...each.removed].map((code) => (
                  <span
                    key={code}
                    title={code}
                    className={classNames(
                      'region-chip',
                      !isFirst && each.added.includes(code) && 'is-added',
                      each.removed.includes(code) && 'is-removed',
                    )}
                  >
                    {t(names.get(code) ?? text(code, code))}
                  </span>
                ))}
              </div>
            </li>
          );
        })}
      </ol>
    </Sheet>
  );
}
