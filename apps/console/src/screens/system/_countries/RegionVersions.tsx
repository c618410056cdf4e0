import { type listRegions, listRegionVersions } from '@cardinal/contract/api/settings/countries.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Badge } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { useCountryChoices } from './useCountryChoices.ts';

const words = {
  title: text('「{name}」的版本', 'Versions of “{name}”'),
  countries: text('{n} 个国家', '{n} {n|country|countries}'),
};

/** The versions of a region, the newest first, with added and removed countries marked. */
export function RegionVersions(props: { region: RowOf<typeof listRegions>; onClose: () => void }) {
  const t = useText();
  const { region } = props;
  const names = new Map(useCountryChoices(region.countries).map(({ value, label }) => [value, label]));
  const query = { regionId: region.id };
  const { data = [] } = useRead(listRegionVersions, query, { isSilent: false });
  return (
    <Sheet isOpen title={t(words.title, { name: t(region) })} onClose={props.onClose}>
      <Stack as="ul" gap="l">
        {data.map((each, at) => {
          const isFirst = at === data.length - 1;
          return (
            <li key={each.version}>
              <Inline as="h3" gap="m" align="baseline" below="s">
                v{each.version}
                <small>{t(words.countries, { n: each.countries.length })}</small>
                <small>
                  {each.madeBy} · <TimeText at={each.madeAt} />
                </small>
              </Inline>
              <Inline gap="xs">
                {[...each.countries, ...each.removed].map((code) => (
                  <Badge
                    key={code}
                    title={code}
                    ink={
                      each.removed.includes(code) ? 'danger' : !isFirst && each.added.includes(code) ? 'success' : 'ink'
                    }
                    isStruck={each.removed.includes(code)}
                  >
                    {t(names.get(code) ?? text(code, code))}
                  </Badge>
                ))}
              </Inline>
            </li>
          );
        })}
      </Stack>
    </Sheet>
  );
}
