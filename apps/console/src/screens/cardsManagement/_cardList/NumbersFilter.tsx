import { CardInputMode, IdentifierType } from '@cardinal/contract/enumerations/card.ts';
import { itemsOf } from '@cardinal/primitives/list.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { CloseIcon, SearchIcon } from '@cardinal/ui/icons.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { Button } from 'antd';
import { useState } from 'react';
import { type CardNumbers, CardPicker, hasNumbers, NO_NUMBERS, numbersProblem } from '../../../kit/CardPicker.tsx';
import { CardSetFilter } from '../../../kit/sets/CardSetFilter.tsx';
import { useSearch } from '../../../shell/screenContext.ts';
import './cardList.css';

const words = {
  paste: text('粘贴号码查找', 'Find pasted numbers'),
  find: text('查找', 'Find'),
  some: text('{type}：{n} 个号码', '{type}: {n} {n|number|numbers}'),
  segment: text('号段 {start} – {end}', 'Segment {start} – {end}'),
  clear: text('清除号码条件', 'Clear the numbers'),
  none: text('请先输入号码', 'Enter numbers first'),
};

const KEYS = ['identifierType', 'identifiers', 'startIccid', 'endIccid'] as const;

/** What the address asks for, as the picker takes it. */
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

/** A pasted list or a segment as a filter of the list: it stands in the address like every other. */
export function NumbersFilter() {
  const t = useText();
  const [search, setSearch] = useSearch();
  const [typing, setTyping] = useState<CardNumbers>();
  const [problem, setProblem] = useState<string>();
  const current = numbersOf(search);

  const write = (numbers: CardNumbers | undefined) => {
    const next = new URLSearchParams(search);
    for (const key of KEYS) next.delete(key);
    next.delete('pageNum');
    if (numbers?.mode === CardInputMode.values.full) {
      next.set('identifierType', String(numbers.identifierType));
      next.set('identifiers', itemsOf(numbers.text).join(','));
    } else if (numbers) {
      next.set('startIccid', numbers.startIccid);
      next.set('endIccid', numbers.endIccid);
    }
    setSearch(next);
  };
  const find = (numbers: CardNumbers) => {
    const found = hasNumbers(numbers) ? numbersProblem(numbers, t) : t(words.none);
    setProblem(found);
    if (found) return;
    write(numbers);
    setTyping(undefined);
  };

  return (
    <span className="numbers-filter">
      {current ? (
        <span className="label-chip">
          {current.mode === CardInputMode.values.full
            ? t(words.some, {
                type: IdentifierType.labelOf(current.identifierType),
                n: countAmount(itemsOf(current.text).length),
              })
            : t(words.segment, { start: current.startIccid, end: current.endIccid })}
          <button type="button" className="icon-button" aria-label={t(words.clear)} onClick={() => write(undefined)}>
            <CloseIcon size={12} />
          </button>
        </span>
      ) : null}
      <button type="button" className="link-button" onClick={() => setTyping(current ?? NO_NUMBERS)}>
        <SearchIcon size={14} /> {t(words.paste)}
      </button>
      <CardSetFilter />
      <Sheet
        isOpen={typing !== undefined}
        title={t(words.paste)}
        width={480}
        onClose={() => setTyping(undefined)}
        footer={
          <div className="sheet-actions">
            <Button type="primary" onClick={() => typing && find(typing)}>
              {t(words.find)}
            </Button>
          </div>
        }
      >
        {typing ? <CardPicker value={typing} onChange={setTyping} problem={problem} /> : null}
      </Sheet>
    </span>
  );
}
