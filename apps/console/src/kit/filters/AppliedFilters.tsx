import type { Field } from '@cardinal/contract/framework/fields.ts';
import { type ListEndpoint, RECENT_DAYS } from '@cardinal/contract/framework/list.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { CloseIcon } from '@cardinal/ui/icons.tsx';
import { type Say, useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { lazy, type ReactNode, Suspense } from 'react';
import { usePrinting } from '../../shell/printing.ts';
import type { BuiltInView } from '../list/SavedViews.tsx';
import type { Filters } from '../listState.ts';
import type { FilterDraft } from './useFilterDraft.ts';

// Rarely needed, so a list does not wait for it.
const ImportBatchName = lazy(() => import('./ImportBatchName.tsx'));

const words = {
  also: text('同时筛选', 'Also filtered by'),
  other: text('其他条件', 'Another condition'),
  pair: text('{name}：{value}', '{name}: {value}'),
  clear: text('清除条件 {name}', 'Clear {name}'),
  recent: text('{name}：近 {n} 天', '{name}: last {n} days'),
};

const LONGEST = 30;

type Source = {
  readonly list: ListEndpoint;
  readonly views: readonly BuiltInView[];
  /** Labels of query keys that belong to no field. */
  readonly names: Readonly<Record<string, Text>>;
};

const fieldOf = (list: ListEndpoint, key: string): Field | undefined =>
  list.fields[key] ?? list.fields[key.replace(/(Contains|From|To|All|None|Has)$/, '')];

/** The label of a filter that no control shows: from the view that sets it, from its field or from the screen. */
function wordsOf(source: Source, key: string, value: Filters[string], t: Say): string {
  const view = source.views.find((each) => each.query === `${key}=${value}`);
  if (view) return t(view.title);
  const field = fieldOf(source.list, key);
  if (!field) return t(source.names[key] ?? words.other);
  const values = [value].flat().map((one) => {
    const choice = field.choices?.find((each) => String(each.value) === one);
    return choice ? t(choice.label) : one;
  });
  const written = values.join('、');
  // An id means nothing to a reader.
  return field.kind === 'id' || written.length > LONGEST
    ? t(field.label)
    : t(words.pair, { name: t(field.label), value: written });
}

/** On paper, where no control is: every filter in words. */
export function PrintedFilters(props: Source & { filters: Filters }) {
  const t = useText();
  const set = Object.entries(props.filters);
  if (!usePrinting() || set.length === 0) return null;
  return <p>{set.map(([key, value]) => wordsOf(props, key, value, t)).join('; ')}</p>;
}

function Chip(props: { name: string; children?: ReactNode; onClear: () => void }) {
  const t = useText();
  return (
    <span className="applied-filter">
      {props.children ?? props.name}
      <button
        type="button"
        className="icon-button"
        aria-label={t(words.clear, { name: props.name })}
        onClick={props.onClear}
      >
        <CloseIcon size={12} />
      </button>
    </span>
  );
}

/** Filters from the address, a view, a figure or the list's own habit that have no control: no filter applies unseen. */
export function AppliedFilters(
  props: Source & {
    draft: FilterDraft;
    /** The query keys that have a control. */
    shown: readonly string[];
    /** Takes away the list's own limit to the last days; absent where it does not apply. */
    onAllTime: (() => void) | undefined;
  },
) {
  const t = useText();
  const { draft, list, onAllTime } = props;
  const unseen = Object.entries(draft.filters).filter(([key]) => !props.shown.includes(key));
  if (unseen.length === 0 && !onAllTime) return null;
  return (
    <Inline as="p" ink="secondary" size="m">
      {t(words.also)}
      {onAllTime ? (
        <Chip
          name={t(words.recent, { name: t(list.fields[list.recent!.by]!.label), n: RECENT_DAYS })}
          onClear={onAllTime}
        />
      ) : null}
      {unseen.map(([key, value]) => {
        const name = wordsOf(props, key, value, t);
        return (
          <Chip key={key} name={name} onClear={() => draft.change(key, undefined)}>
            {key === 'importBatchId' && typeof value === 'string' ? (
              <Suspense fallback={name}>
                <ImportBatchName list={list.name} id={value} plain={name} />
              </Suspense>
            ) : undefined}
          </Chip>
        );
      })}
    </Inline>
  );
}
