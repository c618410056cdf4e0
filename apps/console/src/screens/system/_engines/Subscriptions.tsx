import { grantTrial, listSubscriptions, stopSubscription } from '@cardinal/contract/api/engines/subscriptions.ts';
import { EngineAccess } from '@cardinal/contract/enumerations/engine.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { useState } from 'react';
import { CallButton } from '../../../kit/CallButton.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { ColumnSpec } from '../../../kit/list/columns.tsx';
import { ListScreen } from '../../../kit/list/ListScreen.tsx';
import { CUSTOMERS, ENGINE, SUBSCRIPTION_LOOKS, useEngines } from './engineWords.tsx';
import { TrialForm } from './TrialForm.tsx';

const words = {
  grant: text('开通试用', 'Grant trial'),
  stopTitle: text('停止 {customer} 的 {engine}', 'Stop {engine} for {customer}'),
  loses: text(
    '立即停用：{customer} 不能再使用此功能，本月已有 {n} 张卡计入。规则与数据保留。',
    'Takes effect immediately: {customer} can no longer use this feature. {n} {n|card was|cards were} counted this month. Rules and data are kept.',
  ),
  keeps: text(
    '该引擎目前全部客户可用，停止订阅后仍可使用；本月已有 {n} 张卡计入。',
    'This engine is currently available to all customers, so it keeps working after the subscription stops. {n} {n|card was|cards were} counted this month.',
  ),
  reason: text('停止原因', 'Reason'),
  stopped: text('订阅已停止', 'Subscription stopped'),
  every: text('全部卡', 'Every card'),
  expiring: text('7 天内到期', 'Expires within 7 days'),
  grace: text('宽限期', 'In grace period'),
  none: text('还没有订阅', 'No subscriptions yet'),
  noneHint: text('为客户开通试用，引擎即开始计数。', 'Grant a customer a trial to start counting usage.'),
};

type Row = RowOf<typeof listSubscriptions>;
const COLUMNS: readonly ColumnSpec<typeof listSubscriptions>[] = [
  { field: 'customerName', pinned: 'left', width: 150 },
  { field: 'engineName', width: 120 },
  { field: 'state', width: 104 },
  { field: 'cards', width: 110 },
  { field: 'cardLimit', width: 120, cell: (row) => <Limit limit={row.cardLimit} /> },
  { field: 'startsAt', width: 168 },
  { field: 'endsAt', width: 168 },
  { field: 'offAt', width: 168 },
  { field: 'grantedBy', width: 110 },
  { field: 'stopReason', width: 200 },
  { field: 'stoppedAt', width: 168, isOff: true },
  { field: 'stoppedBy', width: 110, isOff: true },
];

function Limit({ limit }: { limit: number | null }) {
  const t = useText();
  return limit === null ? t(words.every) : countAmount(limit);
}

const runs = ({ state }: Row) => state === 'trial' || state === 'active' || state === 'grace';

export function Subscriptions() {
  const t = useText();
  const [open, setOpen] = useState<Row | 'new'>();
  const close = () => setOpen(undefined);
  const grant = (
    <CallButton call={grantTrial} type="primary" onClick={() => setOpen('new')}>
      {t(words.grant)}
    </CallButton>
  );
  return (
    <>
      <ListScreen
        list={listSubscriptions}
        title={listSubscriptions.summary}
        columns={COLUMNS}
        looks={SUBSCRIPTION_LOOKS}
        filters={[CUSTOMERS, ENGINE, 'state', { field: 'endsAt', range: { mode: 'any', limit: false } }]}
        filterNames={{ expiring: words.expiring }}
        views={[
          { title: words.expiring, query: 'expiring=true' },
          { title: words.grace, query: 'state=grace' },
        ]}
        rowName={({ customerName, engineName }) => `${customerName} ${engineName}`}
        rowActions={(row) =>
          runs(row)
            ? [
                {
                  key: 'stop',
                  label: t(verbs.stop),
                  call: stopSubscription,
                  isDanger: true,
                  onPick: () => setOpen(row),
                },
              ]
            : []
        }
        actions={grant}
        empty={{ title: words.none, hint: words.noneHint, action: grant }}
      />
      {open === 'new' ? <TrialForm onClose={close} /> : open ? <StopForm row={open} onClose={close} /> : null}
    </>
  );
}

/** The effect of a cancellation, before it happens. */
function StopForm({ row, onClose }: { row: Row; onClose: () => void }) {
  const t = useText();
  const engine = useEngines().find(({ id }) => id === row.engineId);
  const isFree = engine?.access === EngineAccess.values.free;
  return (
    <FormDrawer
      endpoint={stopSubscription}
      title={t(words.stopTitle, { customer: row.customerName, engine: row.engineName })}
      intro={
        engine ? (
          <Paragraph ink="secondary">
            {t(isFree ? words.keeps : words.loses, { customer: row.customerName, n: countAmount(row.cards) })}
          </Paragraph>
        ) : undefined
      }
      fields={[{ name: 'reason', kind: 'textarea', maxLength: 255, label: words.reason }]}
      initial={{ reason: '' }}
      toBody={({ reason }) => ({ id: row.id, reason })}
      submit={verbs.stop}
      isDanger
      done={t(words.stopped)}
      onClose={onClose}
    />
  );
}
