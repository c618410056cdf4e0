import { nouns } from '@cardinal/contract/words.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { ToggleChip } from '@cardinal/ui/layout/Choices.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { useSearch } from '../../shell/screenContext.ts';
import { useShownCarriers } from '../../shell/shownCarriers.ts';

const words = { all: nouns.all, carriers: nouns.carriers };

/** The carriers of this host as tabs above the list, without hidden ones; an invalid setting hides nothing. */
export function CarrierTabs() {
  const t = useText();
  const [search, setSearch] = useSearch();
  const current = search.get('platform') ?? '';
  const carriers = useShownCarriers();
  const pick = (platform: string) => {
    const next = new URLSearchParams(search);
    next.delete('platform');
    next.delete('pageNum');
    if (platform) next.set('platform', platform);
    setSearch(next);
  };
  return (
    <Inline as="fieldset" gap="xs" below="s" aria-label={t(words.carriers)}>
      {[
        { value: '', label: words.all },
        ...carriers.map((each) => ({ value: String(each.value), label: each.label })),
      ].map((each) => (
        <ToggleChip key={each.value} isOn={current === each.value} onClick={() => pick(each.value)}>
          {t(each.label)}
        </ToggleChip>
      ))}
    </Inline>
  );
}
