import { listDeductions } from '@cardinal/contract/api/deductions/records.ts';
import {
  disableTariff,
  enableTariff,
  readTariff,
  simulateTariff,
  tariffs,
} from '@cardinal/contract/api/deductions/tariffs.ts';
import { ControlAction } from '@cardinal/contract/enumerations/package.ts';
import { DeductionSource, DeductionType } from '@cardinal/contract/enumerations/settlement.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { lazy } from 'react';
import { customerFilter } from '../../kit/filters/customerFilter.tsx';
import { RegisterScreen } from '../../kit/register/RegisterScreen.tsx';
import { runOf } from '../../kit/register/registerSpec.ts';
import { deductionWords, TARIFF_LOOKS } from './_deductions/deductionLooks.ts';
import { useTariffForm } from './_deductions/useTariffForm.tsx';

const EnableTariff = lazy(() => import('./_deductions/EnableTariff.tsx'));
const TariffVersions = lazy(() => import('./_deductions/TariffVersions.tsx'));

const words = {
  hint: text(
    '为下级客户按用量计费：先写单价，按昨日用量试算，再启用。',
    'Charge a customer by usage: write a price, try it on yesterday’s usage, then switch it on.',
  ),
  next: text('{price}，自 ', '{price} from '),
  stopped: text('欠费停机', 'Stopped for arrears'),
  offTitle: text('停用实时扣费', 'Switch the tariff off'),
  offBody: text(
    '从此刻起的用量不再计费；尚未生效的新版本一并取消。',
    'Usage from this moment is not charged. A version that has not begun is dropped.',
  ),
  off: text('已停用，此后的用量不计费', 'Switched off; usage from now on is not charged'),
  records: text('扣费记录', 'Deductions'),
};
type Row = RowOf<typeof tariffs.list>;

function Price({ row }: { row: Row }) {
  const t = useText();
  const note = (of: string) => (
    <Span ink="secondary" size="s">
      {of}
    </Span>
  );
  return (
    <Stack gap="none">
      <span>{row.unitPrice ?? t(deductionWords.noPrice)}</span>
      {row.freeMb > 0 ? note(t(deductionWords.free, { n: row.freeMb })) : null}
      {row.nextFrom === null ? null : (
        <Span ink="secondary" size="s">
          {t(words.next, { price: row.nextPrice ?? '' })}
          <TimeText at={row.nextFrom} />
        </Span>
      )}
    </Stack>
  );
}

function Customer({ row }: { row: Row }) {
  const t = useText();
  return (
    <Stack gap="none">
      <span>{row.customerName}</span>
      {row.arrearsSince === null ? null : (
        <Span ink="danger" size="s">
          {t(words.stopped)}
        </Span>
      )}
    </Stack>
  );
}

/** What direct customers pay for each GB they use. */
export default function RealTimeDeductionConfig() {
  const t = useText();
  return (
    <RegisterScreen
      register={tariffs}
      columns={[
        { field: 'customerName', pinned: 'left', width: 150, cell: (row) => <Customer row={row} /> },
        { field: 'state', width: 96 },
        { field: 'type', width: 140 },
        { field: 'source', width: 80 },
        { field: 'payer', width: 130 },
        { field: 'unitPrice', width: 150, isNumeric: true, cell: (row) => <Price row={row} /> },
        { field: 'rounding', width: 170 },
        { field: 'reach', width: 190 },
        { field: 'cards', width: 90 },
        { field: 'today', width: 110 },
        {
          field: 'onEmpty',
          title: deductionWords.onEmpty,
          width: 120,
          cell: ({ onEmpty }) =>
            t(onEmpty === ControlAction.values.STOP ? ControlAction.labelOf(onEmpty) : deductionWords.goesOn),
        },
        { field: 'ownerName', width: 130 },
        { field: 'revision', width: 70 },
        { field: 'freeMb', isOff: true },
        { field: 'nextFrom', isOff: true },
        { field: 'arrearsSince', isOff: true },
        { field: 'currency', isOff: true },
        'updatedAt',
      ]}
      filters={[
        customerFilter('customerId', tariffs.list.fields.customerName.label),
        'type',
        'source',
        'payer',
        'state',
        'rounding',
        'onEmpty',
        'currency',
      ]}
      looks={{ state: TARIFF_LOOKS }}
      rowName={({ customerName }) => customerName}
      form={useTariffForm}
      begin={{
        accountIds: [],
        productCodes: [],
        type: DeductionType.values.CardPayByQuantity,
        source: DeductionSource.values.mix,
        payer: 'balance',
        freeMb: 0,
        rounding: 'exact',
        onEmpty: ControlAction.values.STOP,
      }}
      values={({ unitPrice, freeMb, rounding, onEmpty }) => ({
        unitPrice: unitPrice ?? undefined,
        freeMb,
        rounding,
        onEmpty,
      })}
      steps={[
        {
          key: 'versions',
          label: deductionWords.revision,
          call: readTariff,
          opens: (row, onClose) => <TariffVersions tariff={row} onClose={onClose} />,
        },
        {
          key: 'records',
          label: words.records,
          call: listDeductions,
          to: ({ id }) => `/permission/RealTimeDeductionRecords?tariffId=${id}`,
        },
        'edit',
        {
          key: 'try',
          label: verbs.try,
          call: simulateTariff,
          opens: (row, onClose) => <EnableTariff tariff={row} isTurning={false} onClose={onClose} />,
        },
        {
          key: 'enable',
          label: verbs.enable,
          call: enableTariff,
          isOffered: ({ isOwn, state }) => isOwn && state !== 'on',
          opens: (row, onClose) => <EnableTariff tariff={row} isTurning onClose={onClose} />,
        },
        {
          key: 'disable',
          label: verbs.disable,
          isOffered: ({ isOwn, state }) => isOwn && state === 'on',
          isDanger: true,
          runs: ({ id, version }) =>
            runOf(
              disableTariff,
              { id, version },
              { done: words.off, ask: { title: t(words.offTitle), body: t(words.offBody), confirm: t(verbs.disable) } },
            ),
        },
      ]}
      isEditable={({ isOwn }) => isOwn}
      hint={words.hint}
    />
  );
}
