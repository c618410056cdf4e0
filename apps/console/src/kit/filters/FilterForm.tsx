import type { ListEndpoint } from '@cardinal/contract/framework/list.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { ChevronDownIcon, SearchIcon } from '@cardinal/ui/icons.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Button } from 'antd';
import { type FormEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import type { RangeOptions } from '../DateRange.tsx';
import { problemsOf } from '../formProblems.ts';
import { controlOf, type Filters } from '../listState.ts';
import { textWidth } from '../textWidth.ts';
import { type ControlProps, FieldControl, TextControl } from './FilterControls.tsx';
import type { FilterDraft } from './useFilterDraft.ts';
import './filters.css';

const words = {
  filters: text('筛选条件', 'Filters'),
  search: text('查询', 'Search'),
  reset: text('重置', 'Reset'),
  more: text('更多条件', 'More filters'),
  moreSet: text('更多条件（已设 {n}）', 'More filters ({n} set)'),
  fewer: text('收起', 'Fewer'),
};

/** A filter that needs a control of the screen: a customer picker, tags. */
export type OwnFilter = {
  readonly keys: readonly string[];
  readonly label: Text;
  readonly isWide?: boolean;
  readonly control: (props: ControlProps) => ReactNode;
};
export type FieldFilter = { readonly field: string; readonly range?: RangeOptions };
export type FilterSpec = string | FieldFilter | OwnFilter;

type Item = {
  readonly key: string;
  readonly label: Text;
  readonly keys: readonly string[];
  readonly isWide: boolean;
  readonly draw: (props: ControlProps) => ReactNode;
};

function itemOf(list: ListEndpoint, spec: FilterSpec): Item | undefined {
  if (typeof spec === 'object' && 'control' in spec) {
    return {
      key: spec.keys.join(),
      label: spec.label,
      keys: spec.keys,
      isWide: spec.isWide ?? false,
      draw: spec.control,
    };
  }
  const { field: name, range } = typeof spec === 'string' ? { field: spec, range: undefined } : spec;
  const field = list.fields[name];
  const control = field && controlOf(name, field);
  if (!field || !control) return undefined;
  const keys = 'key' in control ? [control.key] : [control.from, control.to];
  return {
    key: name,
    label: field.label,
    keys,
    isWide: control.kind === 'times' || control.kind === 'days',
    draw: (props) => <FieldControl {...props} field={field} control={control} range={range} />,
  };
}

/** Every filter the fields themselves can offer. */
export const allFilters = (list: ListEndpoint): string[] =>
  Object.entries(list.fields).flatMap(([name, field]) => (controlOf(name, field) ? [name] : []));

/** The query keys the form shows, folded or not. */
export const keysOf = (list: ListEndpoint, specs: readonly FilterSpec[]): string[] =>
  specs.flatMap((spec) => itemOf(list, spec)?.keys ?? []);

/** Errors of the current filters, by query key. */
export function filterProblems(
  list: ListEndpoint,
  filters: Filters,
  say: Parameters<typeof problemsOf>[2],
): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const [key, value] of Object.entries(filters)) {
    const schema = list.query.shape[key] as Parameters<typeof problemsOf>[0] | undefined;
    const found = schema && problemsOf(schema, value, say);
    if (found) problems[key] = Object.values(found)[0]!;
  }
  return problems;
}

// In pixels, as in filters.css.
const GAP = 12;
const PLAIN = { least: 220, control: 124 };
const WIDE = { least: 452, control: 348 };
const SEARCH = { least: 220, most: 400, around: 76 };
/** The width of the buttons without their labels. */
const BUTTONS = 112;

/** As wide as the others or as its label needs: a label of usual length is never cut. */
const filterWidth = (label: string, isWide: boolean): number => {
  const { least, control } = isWide ? WIDE : PLAIN;
  return Math.max(least, Math.min(textWidth(label), 180) + 8 + control);
};
const searchWidth = (placeholder: string): number =>
  Math.min(SEARCH.most, Math.max(SEARCH.least, textWidth(placeholder) * 1.08 + SEARCH.around));

/** The width the form has for controls beside its buttons. */
function useRoom(buttons: number): [ref: React.RefObject<HTMLFormElement | null>, room: number] {
  const form = useRef<HTMLFormElement>(null);
  const [room, setRoom] = useState(4 * PLAIN.least);
  useLayoutEffect(() => {
    const element = form.current;
    if (!element) return;
    const measure = () => setRoom(element.clientWidth - buttons);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [buttons]);
  return [form, room];
}

/** The filters of a list, folded to one line; the button that unfolds them counts those that are set. */
export function FilterForm(props: {
  list: ListEndpoint;
  specs: readonly FilterSpec[];
  /** The query key of the free search, first in line; `/` goes there. */
  search?: { key: string; label: Text } | undefined;
  draft: FilterDraft;
  problems: Readonly<Record<string, string>>;
}) {
  const { list, draft, problems } = props;
  const t = useText();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const buttons = [words.search, words.reset, words.moreSet].reduce(
    (sum, each) => sum + textWidth(t(each, { n: 1 }), 'strong'),
    BUTTONS,
  );
  const [form, room] = useRoom(buttons);
  const items = props.specs.flatMap((spec) => itemOf(list, spec) ?? []);
  const { search } = props;

  const searching = search ? searchWidth(t(search.label)) : 0;
  let left = room - (search ? searching + GAP : 0);
  const first = items.filter((item, at) => {
    left -= filterWidth(t(item.label), item.isWide) + GAP;
    return left >= 0 || (at === 0 && !search);
  });
  const shown = isOpen ? items : first;
  const hidden = items.filter((item) => !first.includes(item));
  const set = hidden.filter((item) => item.keys.some((key) => draft.filters[key] !== undefined)).length;

  const control = (item: Pick<Item, 'key' | 'label'>): ControlProps => ({
    id: `${id}-${item.key}`,
    label: t(item.label),
    filters: draft.filters,
    problems,
    change: draft.change,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    draft.search();
  };
  if (items.length === 0 && !search) return null;

  return (
    <search>
      <form ref={form} className="filters" aria-label={t(words.filters)} onSubmit={submit}>
        {search ? (
          <div className="filter is-search" style={{ width: searching }} data-search>
            <label htmlFor={`${id}-search`} className="only-heard">
              {t(search.label)}
            </label>
            <TextControl
              {...control({ key: 'search', label: search.label })}
              filterKey={search.key}
              prefix={<SearchIcon size={14} />}
              placeholder={t(search.label)}
            />
            {problems[search.key] ? <span className="field-error">{problems[search.key]}</span> : null}
          </div>
        ) : null}
        {shown.map((item) => {
          const problem = item.keys.map((key) => problems[key]).find(Boolean);
          return (
            <div key={item.key} className="filter" style={{ width: filterWidth(t(item.label), item.isWide) }}>
              <label htmlFor={`${id}-${item.key}`}>{t(item.label)}</label>
              {item.draw(control(item))}
              {problem ? <span className="field-error">{problem}</span> : null}
            </div>
          );
        })}
        <div className="filter-buttons">
          <Button htmlType="submit" type="primary" ghost>
            {t(words.search)}
          </Button>
          <Button onClick={draft.reset}>{t(words.reset)}</Button>
          {hidden.length > 0 ? (
            <button
              type="button"
              className="link-button filter-more"
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
            >
              {t(isOpen ? words.fewer : set > 0 ? words.moreSet : words.more, { n: set })}
              <ChevronDownIcon size={12} />
            </button>
          ) : null}
        </div>
      </form>
    </search>
  );
}
