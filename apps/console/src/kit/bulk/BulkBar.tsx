import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import { MOST_TICKED } from '@cardinal/contract/framework/paging.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { ChevronDownIcon, CloseIcon } from '@cardinal/ui/icons.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { MenuButton } from '@cardinal/ui/MenuButton.tsx';
import { useEffect, useRef } from 'react';
import { mayCall } from '../../shell/permissions.ts';
import { toast } from '../../shell/toasts.ts';
import type { Filters } from '../listState.ts';
import { countSelected, NOTHING, pageTick, type Selection } from '../table/selection.ts';
import './bulk.css';

const words = {
  bar: text('批量操作', 'Bulk actions'),
  picked: text('已选 {n} {unit}', '{n} {unit} selected'),
  allFiltered: text('已选全部筛选结果 {n} {unit}', 'All {n} filtered {unit} selected'),
  aboutFiltered: text('已选全部筛选结果，约 {n} {unit}', 'All filtered {unit} selected (about {n})'),
  takeAll: text('选择全部筛选结果 {n} {unit}', 'Select all {n} filtered {unit}'),
  enter: text('按 Enter 选择操作', 'press Enter for actions'),
  export: text('导出所选', 'Export selected'),
  clear: text('取消选择', 'Clear selection'),
  tooMany: text(
    '逐条最多选择 {n} {unit}，更多请用“选择全部筛选结果”或粘贴列表',
    'You can tick up to {n} {unit}. For more, use “Select all filtered” or paste a list.',
  ),
};

/** The limit for rows picked one by one; more are selected by filters, a list or a file. */
export const MAX_PICKED = MOST_TICKED;

/** What was selected when an action is started. */
export type Picked =
  | { readonly kind: 'ids'; readonly ids: readonly string[]; readonly count: number }
  | { readonly kind: 'filter'; readonly query: Filters; readonly count: number };

/** An action on many rows; it begins with a preview, never with the effect. */
export type BulkAction = {
  readonly key: string;
  readonly label: Text;
  readonly call?: Pick<Endpoint, 'permission'>;
  readonly isDanger?: boolean;
  /** `done` clears the selection. */
  readonly onPick: (picked: Picked, done: () => void) => void;
};

/** How many actions are buttons; the rest are in a menu. */
const BUTTONS = 3;

/** Enter on a checkbox moves the focus to the bar, which is many tab stops away; Escape moves it back. */
function useWayFromTicks() {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    let cameFrom: HTMLElement | undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.key === 'Enter' && target.matches('td.tick input')) {
        cameFrom = target;
        bar.current?.querySelector<HTMLElement>('button.button')?.focus();
        event.preventDefault();
      } else if (event.key === 'Escape' && bar.current?.contains(target)) cameFrom?.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return bar;
}

type Props = {
  actions: readonly BulkAction[];
  selection: Selection;
  onSelect: (selection: Selection) => void;
  total: number;
  isEstimate: boolean;
  pageIds: readonly string[];
  filters: Filters;
  unit: Text;
  /** Exports rows that are ticked one by one; «all filtered» is what the list's own export does. */
  onExport?: ((ids: readonly string[]) => void) | undefined;
};

/** Slides in at the bottom when rows are selected, and says which in a sentence. */
export function BulkBar(props: Props) {
  const count = countSelected(props.selection, props.total);
  return count === 0 ? null : <FilledBar {...props} count={count} />;
}

function FilledBar(props: Props & { count: number }) {
  const t = useText();
  const bar = useWayFromTicks();
  const { selection, onSelect, total, unit, count } = props;
  const actions = props.actions.filter((action) => !action.call || mayCall(action.call));
  // How many, with the word for what is counted.
  const factsOf = (many: number) => ({ n: countAmount(many), unit: t(unit, { n: countAmount(many) }) });
  const facts = factsOf(count);
  const canTakeAll = selection.kind === 'rows' && pageTick(selection, props.pageIds) === 'all' && total > count;

  const start = (action: BulkAction) => {
    if (selection.kind === 'filtered') {
      action.onPick({ kind: 'filter', query: props.filters, count }, () => onSelect(NOTHING));
    } else if (count > MAX_PICKED) {
      toast.warning(t(words.tooMany, factsOf(MAX_PICKED)));
    } else {
      action.onPick({ kind: 'ids', ids: [...selection.ids], count }, () => onSelect(NOTHING));
    }
  };

  return (
    <section ref={bar} className="bulk-bar" aria-label={t(words.bar)}>
      <span className="bulk-words" role="status">
        {selection.kind === 'rows'
          ? t(words.picked, facts)
          : t(props.isEstimate ? words.aboutFiltered : words.allFiltered, facts)}
        <small className="bulk-way">{t(words.enter)}</small>
      </span>
      {canTakeAll ? (
        <TextButton onClick={() => onSelect({ kind: 'filtered' })}>{t(words.takeAll, factsOf(total))}</TextButton>
      ) : null}
      {props.onExport && selection.kind === 'rows' && count <= MAX_PICKED ? (
        <TextButton onClick={() => props.onExport?.([...selection.ids])}>{t(words.export)}</TextButton>
      ) : null}
      <span className="list-space" />
      {actions.slice(0, BUTTONS).map((action) => (
        <button
          key={action.key}
          type="button"
          className={action.isDanger ? 'button is-danger' : 'button'}
          onClick={() => start(action)}
        >
          {t(action.label)}
        </button>
      ))}
      {actions.length > BUTTONS ? (
        <MenuButton
          label={t(nouns.more)}
          className="button"
          opens="up"
          items={actions.slice(BUTTONS).map((action) => ({
            key: action.key,
            label: t(action.label),
            isDanger: action.isDanger ?? false,
            onPick: () => start(action),
          }))}
        >
          {t(nouns.more)}
          <ChevronDownIcon size={12} />
        </MenuButton>
      ) : null}
      <button
        type="button"
        className="icon-button"
        aria-label={t(words.clear)}
        title={t(words.clear)}
        onClick={() => onSelect(NOTHING)}
      >
        <CloseIcon />
      </button>
    </section>
  );
}
