import { nouns } from '@cardinal/contract/words.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { useSearch } from '../../shell/screenContext.ts';
import { useShownCarriers } from '../../shell/shownCarriers.ts';
import './cardList.css';

const words = { all: nouns.all, carriers: nouns.carriers };

/** The carriers of this host as tabs over the list; hidden ones are left out, and a wrong setting hides nothing. */
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
    <fieldset className="carrier-tabs" aria-label={t(words.carriers)}>
      {[
        { value: '', label: words.all },
        ...carriers.map((each) => ({ value: String(each.value), label: each.label })),
      ].map((each) => (
        <button key={each.value} type="button" aria-pressed={current === each.value} onClick={() => pick(each.value)}>
          {t(each.label)}
        </button>
      ))}
    </fieldset>
  );
}
