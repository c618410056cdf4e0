import { CardInputMode, type CardKind, IdentifierType } from '@cardinal/contract/enumerations/card.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { identifiersOf } from '@cardinal/primitives/identifierList.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { CloseIcon, SearchIcon } from '@cardinal/ui/icons.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { lazy, Suspense, useState } from 'react';
import type { CardNumbers } from '../../kit/CardPicker.tsx';
import { CardSetFilter } from '../../kit/sets/CardSetFilter.tsx';
import { useSearch } from '../../shell/screenContext.ts';

const words = {
  some: text('{type}：{n} 个号码', '{type}: {n} {n|number|numbers}'),
  segment: text('号段 {start} – {end}', 'Segment {start} – {end}'),
  clear: text('清除号码条件', 'Clear numbers'),
};

const NumbersSheet = lazy(() => import('./NumbersSheet.tsx'));
const PastedResult = lazy(async () => ({ default: (await import('./PastedResult.tsx')).PastedResult }));

const KEYS = ['identifierType', 'identifiers', 'startIccid', 'endIccid'] as const;

/** The query of the address in the picker's form. */
function numbersOf(search: URLSearchParams): CardNumbers | undefined {
  const typed = search.get('identifiers');
  if (typed) {
    const type = Number(search.get('identifierType') ?? 1);
    return { mode: CardInputMode.values.full, identifierType: IdentifierType.has(type) ? type : 1, text: typed };
  }
  const startIccid = search.get('startIccid') ?? '';
  const endIccid = search.get('endIccid') ?? '';
  return startIccid || endIccid ? { mode: CardInputMode.values.segment, startIccid, endIccid } : undefined;
}

/** A pasted list or a segment as a filter of the list; it is part of the address like every filter. */
export function NumbersFilter(props: { hasSets?: boolean; kind?: CardKind }) {
  const t = useText();
  const [search, setSearch] = useSearch();
  const [isAsking, setAsking] = useState(false);
  const current = numbersOf(search);

  const write = (numbers: CardNumbers | undefined) => {
    const next = new URLSearchParams(search);
    for (const key of KEYS) next.delete(key);
    next.delete('pageNum');
    if (numbers?.mode === CardInputMode.values.full) {
      next.set('identifierType', String(numbers.identifierType));
      next.set('identifiers', identifiersOf(numbers.text, numbers.identifierType).join(','));
    } else if (numbers) {
      next.set('startIccid', numbers.startIccid);
      next.set('endIccid', numbers.endIccid);
    }
    setSearch(next);
  };
  return (
    <Inline as="span" isWithin gap="m">
      {current ? (
        <span className="label-chip">
          {current.mode === CardInputMode.values.full
            ? t(words.some, {
                type: IdentifierType.labelOf(current.identifierType),
                n: countAmount(identifiersOf(current.text, current.identifierType).length),
              })
            : t(words.segment, { start: current.startIccid, end: current.endIccid })}
          <button type="button" className="icon-button" aria-label={t(words.clear)} onClick={() => write(undefined)}>
            <CloseIcon size={12} />
          </button>
        </span>
      ) : null}
      {current?.mode === CardInputMode.values.full ? (
        <Suspense>
          <PastedResult
            key={current.text}
            asked={{ identifierType: current.identifierType, identifiers: current.text }}
            kind={props.kind}
          />
        </Suspense>
      ) : null}
      <TextButton onClick={() => setAsking(true)}>
        <SearchIcon size={14} /> {t(verbs.findPastedNumbers)}
      </TextButton>
      {props.hasSets === false ? null : <CardSetFilter />}
      {isAsking ? (
        <Suspense>
          <NumbersSheet
            current={current}
            onFind={(numbers) => {
              write(numbers);
              setAsking(false);
            }}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      ) : null}
    </Inline>
  );
}
