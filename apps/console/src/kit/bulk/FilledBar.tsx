import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { ChevronDownIcon, CloseIcon } from '@cardinal/ui/icons.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { MenuButton } from '@cardinal/ui/MenuButton.tsx';
import { ReasonedButton } from '@cardinal/ui/ReasonedButton.tsx';
import { useLayoutEffect, useRef } from 'react';
import { mayCall } from '../../shell/permissions.ts';
import { toast } from '../../shell/toasts.ts';
import { NOTHING, pageTick } from '../table/selection.ts';
import { type BulkAction, type BulkBarProps, MAX_PICKED } from './BulkBar.tsx';
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

const NO_IDS: readonly string[] = [];
const NO_REASONS: ReadonlyMap<string, string> = new Map();
const useNoReasons = () => NO_REASONS;

/** How many actions are buttons; the rest are in a menu. */
const BUTTONS = 3;

/** Enter on a checkbox moves the focus to the bar, which is many tab stops away; Escape moves it back. */
function useWayFromTicks() {
  const bar = useRef<HTMLElement>(null);
  // Before the bar is painted, because it says that Enter leads to it.
  useLayoutEffect(() => {
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

/** What the bar holds. */
export default function FilledBar(props: BulkBarProps & { count: number }) {
  const t = useText();
  const bar = useWayFromTicks();
  const { selection, onSelect, total, unit, count } = props;
  const actions = props.actions.filter((action) => !action.call || mayCall(action.call));
  const useReasons = props.useReasons ?? useNoReasons;
  const reasons = useReasons(selection.kind === 'rows' ? [...selection.ids] : NO_IDS);
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
        <ReasonedButton
          key={action.key}
          why={reasons.get(action.key)}
          className={action.isDanger ? 'is-danger' : undefined}
          onPick={() => start(action)}
        >
          {t(action.label)}
        </ReasonedButton>
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
            why: reasons.get(action.key),
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
