import { listCardSets } from '@cardinal/contract/api/cardBatches/cardSets.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { CloseIcon, StackIcon } from '@cardinal/ui/icons.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { lazy, Suspense, useState } from 'react';
import { mayCall } from '../../shell/permissions.ts';
import { useSearch } from '../../shell/screenContext.ts';
import { useCardSets } from './useCardSets.ts';

const CardSetsSheet = lazy(() => import('./CardSetsSheet.tsx'));

const words = {
  set: text('号码集：{name}', 'Card set: {name}'),
  gone: text('号码集已不存在', 'This card set no longer exists'),
  clear: text('清除号码集条件', 'Clear card set'),
};

/** The query key of card lists that a set narrows. */
export const SET_KEY = 'cardSetId';

/** A file of numbers as a filter of the list: it is part of the address, so a saved view keeps it. */
export function CardSetFilter() {
  const t = useText();
  const [search, setSearch] = useSearch();
  const [isOpen, setIsOpen] = useState(false);
  const current = search.get(SET_KEY);
  const { data } = useCardSets(current !== null);
  const set = data?.find(({ id }) => id === current);

  const write = (setId: string | undefined) => {
    const next = new URLSearchParams(search);
    next.delete('pageNum');
    if (setId) next.set(SET_KEY, setId);
    else next.delete(SET_KEY);
    setSearch(next);
  };
  if (!mayCall(listCardSets)) return null;
  return (
    <>
      {current ? (
        <span className="label-chip">
          {set ? t(words.set, { name: set.name }) : data ? t(words.gone) : '…'}
          <button type="button" className="icon-button" aria-label={t(words.clear)} onClick={() => write(undefined)}>
            <CloseIcon size={12} />
          </button>
        </span>
      ) : null}
      <TextButton onClick={() => setIsOpen(true)}>
        <StackIcon size={14} /> {t(verbs.findByFile)}
      </TextButton>
      {isOpen ? (
        <Suspense fallback={null}>
          <CardSetsSheet
            onClose={() => setIsOpen(false)}
            onFilter={(setId) => {
              write(setId);
              setIsOpen(false);
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
