import {
  createStrategy,
  editStrategy,
  listStrategies,
  switchStrategy,
} from '@cardinal/contract/api/esimOperations/strategies.ts';
import type { StrategyState } from '@cardinal/contract/enumerations/esim.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Input } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { CallButton } from '../../kit/CallButton.tsx';
import type { OwnFilter } from '../../kit/filters/FilterForm.tsx';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { TabbedScreen } from '../../kit/TabbedScreen.tsx';
import type { Looks } from '../../kit/table/cells.tsx';
import { profileTypeFilter } from './_esim/kindFilters.tsx';
import type { Target } from './_strategy/SwitchState.tsx';
import { STRATEGY_COUNTRY } from './_strategy/strategyCountry.tsx';
import { STRATEGY_LOOKS, STRATEGY_STEPS } from './_strategy/strategyLooks.ts';

const Firings = lazy(() => import('./_strategy/Firings.tsx'));
const StrategyForm = lazy(() => import('./_strategy/StrategyForm.tsx'));
const SwitchState = lazy(() => import('./_strategy/SwitchState.tsx'));
const TryStrategy = lazy(async () => ({ default: (await import('./_strategy/TryStrategy.tsx')).TryStrategy }));
const SimulateMove = lazy(async () => ({ default: (await import('./_strategy/TryStrategy.tsx')).SimulateMove }));

const words = {
  strategies: text('策略', 'Strategies'),
  firings: text('触发记录', 'Firings'),
  add: text('新建策略', 'New strategy'),
  move: text('模拟移动', 'Simulate a move'),
  none: text('还没有写号策略', 'No numbering strategies yet'),
  noneHint: text(
    '用规则决定芯片首次开机写哪个码号、何时切换；先试运行，再启用。',
    'Use rules to decide which number a chip gets on first boot and when it switches. Run in shadow mode first, then enable.',
  ),
};
type Row = RowOf<typeof listStrategies>;
type Open =
  | { readonly kind: 'form'; readonly id?: string }
  | { readonly kind: 'try' | 'move'; readonly row: Row }
  | { readonly kind: 'switch'; readonly row: Row; readonly to: Target };
const LOOKS: Readonly<Record<string, Looks>> = { state: STRATEGY_LOOKS };
/** The state transitions of a strategy. */
const WAYS: Readonly<Record<StrategyState, readonly Target[]>> = {
  draft: ['shadow', 'on'],
  shadow: ['on', 'off'],
  on: ['shadow', 'off'],
  off: ['shadow', 'on'],
};

const typed = (key: string, label: typeof nouns.profileType): OwnFilter => ({
  keys: [key],
  label,
  control: ({ id, filters, change }) => (
    <Input
      id={id}
      allowClear
      maxLength={128}
      value={String(filters[key] ?? '')}
      onChange={(event) => change(key, event.target.value || undefined)}
    />
  ),
});

function Strategies() {
  const t = useText();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <>
      <ListScreen
        list={listStrategies}
        rowName={(row) => row.name}
        looks={LOOKS}
        columns={[
          { field: 'name', width: 130, pinned: 'left' },
          { field: 'state', width: 120 },
          {
            field: 'rules',
            width: 440,
            cell: (row) => (
              <Stack as="ol" gap="none" size="s">
                {row.rules.map((rule) => (
                  <li key={rule}>{rule}</li>
                ))}
              </Stack>
            ),
          },
          { field: 'chips', width: 80 },
          { field: 'done', width: 120 },
          { field: 'failed', width: 120 },
          { field: 'cost', width: 120, isNumeric: true },
          { field: 'reach', width: 150 },
          { field: 'limits', width: 220 },
          { field: 'customerName', width: 140 },
          'updatedAt',
        ]}
        filters={[
          'name',
          'state',
          typed('productCode', nouns.product),
          STRATEGY_COUNTRY,
          profileTypeFilter('profileType', nouns.profileType),
        ]}
        actions={
          <CallButton call={createStrategy} type="primary" onClick={() => setOpen({ kind: 'form' })}>
            {t(words.add)}
          </CallButton>
        }
        rowActions={(row) => [
          {
            key: 'edit',
            label: t(verbs.edit),
            call: editStrategy,
            onPick: () => setOpen({ kind: 'form', id: row.id }),
          },
          { key: 'try', label: t(verbs.try), onPick: () => setOpen({ kind: 'try', row }) },
          { key: 'move', label: t(words.move), onPick: () => setOpen({ kind: 'move', row }) },
          ...WAYS[row.state].map((to) => ({
            key: to,
            label: t(STRATEGY_STEPS[to]),
            call: switchStrategy,
            isDanger: to === 'off',
            onPick: () => setOpen({ kind: 'switch' as const, row, to }),
          })),
        ]}
        actionsWidth={150}
        empty={{ title: words.none, hint: words.noneHint }}
      />
      <Suspense>
        {open?.kind === 'form' ? <StrategyForm {...(open.id ? { id: open.id } : {})} onClose={close} /> : null}
        {open?.kind === 'try' ? <TryStrategy strategy={open.row} onClose={close} /> : null}
        {open?.kind === 'move' ? <SimulateMove strategy={open.row} onClose={close} /> : null}
        {open?.kind === 'switch' ? <SwitchState strategy={open.row} to={open.to} onClose={close} /> : null}
      </Suspense>
    </>
  );
}

export default function NumberingStrategies() {
  const t = useText();
  return (
    <TabbedScreen
      tabs={[
        { key: 'strategies', title: t(words.strategies), content: () => <Strategies /> },
        {
          key: 'firings',
          title: t(words.firings),
          content: () => (
            <Suspense>
              <Firings />
            </Suspense>
          ),
        },
      ]}
    />
  );
}
