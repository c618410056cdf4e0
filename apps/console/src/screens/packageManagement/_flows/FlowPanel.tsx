import { actionText, type FlowRule } from '@cardinal/contract/api/control/flowRules.ts';
import { listFlowFirings } from '@cardinal/contract/api/flowControl/flowFirings.ts';
import { FlowFiringState } from '@cardinal/contract/enumerations/control.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { Select } from 'antd';
import { useState } from 'react';
import { ExportLink } from '../../../kit/export/ExportLink.tsx';
import type { ColumnSpec } from '../../../kit/list/columns.tsx';
import { PagedTable } from '../../../kit/table/PagedTable.tsx';
import { CardNumber } from '../../../parts/cards/CardNumber.tsx';
import { FIRING_LOOKS, FIRINGS } from '../../../parts/control/firingLooks.ts';
import { RulesShown } from './RulesBar.tsx';

const words = {
  noneHint: text(
    '试运行或启用后，卡的用量达到阈值都记录在这里。',
    'Once it is in shadow or on, every threshold that a card reaches is recorded here.',
  ),
};

function Action({ row }: { row: Pick<FlowRule, 'action'> }) {
  const t = useText();
  return t(actionText(row));
}

const COLUMNS: readonly ColumnSpec<typeof listFlowFirings>[] = [
  { field: 'iccid', width: 210, cell: ({ iccid }) => <CardNumber iccid={iccid} /> },
  { field: 'threshold', width: 90 },
  { field: 'action', width: 80, cell: (row) => <Action row={row} /> },
  { field: 'kbps', width: 110 },
  { field: 'state', width: 160 },
  { field: 'usedBytes', width: 90 },
  { field: 'allowanceBytes', width: 90 },
  { field: 'poolPercent', width: 90 },
  { field: 'readAt', width: 160 },
  { field: 'firedAt', width: 160 },
  { field: 'lifted', width: 180 },
  { field: 'packageName', width: 140 },
  { field: 'customerName', width: 130 },
];

type Props = {
  readonly strategy: { readonly id: string; readonly name: string; readonly rules: readonly FlowRule[] };
  readonly onClose: () => void;
};

/** What a flow-control strategy did: which cards reached which threshold, by which reading, and what came of it. */
export default function FlowPanel({ strategy, onClose }: Props) {
  const t = useText();
  const [state, setState] = useState<FlowFiringState>();
  const filters = { strategyId: strategy.id, ...(state ? { state: [state] } : {}) };
  return (
    <Sheet isOpen title={strategy.name} width={1000} onClose={onClose}>
      <Stack gap="l">
        <RulesShown rules={strategy.rules} />
        <Inline>
          <Select
            allowClear
            aria-label={t(FlowFiringState.title)}
            placeholder={t(FIRINGS.allResults)}
            value={state ?? null}
            options={FlowFiringState.options.map(({ value, label }) => ({ value, label: t(label) }))}
            onChange={(next) => setState(next ?? undefined)}
          />
          <ExportLink list={listFlowFirings} query={filters} columns={COLUMNS}>
            {t(verbs.export)}
          </ExportLink>
        </Inline>
        <PagedTable
          list={listFlowFirings}
          filters={filters}
          columns={COLUMNS}
          looks={{ state: FIRING_LOOKS }}
          label={listFlowFirings.summary}
          empty={{ title: FIRINGS.none, hint: words.noneHint }}
          failed={FIRINGS.failed}
          isLive
        />
      </Stack>
    </Sheet>
  );
}
