import { nouns } from '@cardinal/contract/words.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { ToggleChip } from '@cardinal/ui/layout/Choices.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { CarrierName } from '../../kit/table/CarrierName.tsx';
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
    <Inline as="fieldset" gap="xs" aria-label={t(words.carriers)}>
      <ToggleChip isOn={current === ''} onClick={() => pick('')}>
        {t(words.all)}
      </ToggleChip>
      {carriers.map(({ value }) => (
        <ToggleChip key={value} isOn={current === String(value)} onClick={() => pick(String(value))}>
          <span>
            <CarrierName platform={value} />
          </span>
        </ToggleChip>
      ))}
    </Inline>
  );
}
