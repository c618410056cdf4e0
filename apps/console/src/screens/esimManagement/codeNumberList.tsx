import {
  allocateNumbers,
  invalidateNumbers,
  listNumbers,
  recoverNumbers,
  viewActivationCode,
} from '@cardinal/contract/api/esim/numbers.ts';
import {
  bindNumber,
  syncNumber,
  unbindNumber,
  unbindNumbers,
} from '@cardinal/contract/api/esimOperations/operations.ts';
import { EsimEnableState } from '@cardinal/contract/enumerations/card.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount, moneyAmount } from '@cardinal/ui/amounts.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { useState } from 'react';
import type { BulkAction } from '../../kit/bulk/BulkBar.tsx';
import { CountryName } from '../../kit/CountryName.tsx';
import { useChange } from '../../kit/change.ts';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { defaultCell, type Looks } from '../../kit/table/cells.tsx';
import type { RowAction } from '../../kit/table/RowActions.tsx';
import { hrefOf, navigate } from '../../shell/navigation.ts';
import { can } from '../../shell/permissions.ts';
import { confirmFirst } from '../../shell/questions.ts';
import { toast } from '../../shell/toasts.ts';
import { useActivationCode } from './_esim/ActivationCode.tsx';
import { type Asked, howMany, useAsking } from './_esim/asked.ts';
import { chipPath } from './_esim/chipPath.ts';
import { CUSTOMER } from './_esim/customerFilter.tsx';
import { ENABLE_LOOKS } from './_esim/esimLooks.ts';
import { accountFilter, countryFilter, profileTypeFilter } from './_esim/kindFilters.tsx';
import { AllocateNumbers, BindNumber, InvalidateNumbers } from './_esim/NumberForms.tsx';
import { pastedFilter } from './_esim/pastedFilter.tsx';
import { StockPanel } from './_esim/StockPanel.tsx';
import { NumberPlan } from './_esim/StockPlan.tsx';
import { withLeft } from './_esim/withLeft.ts';

const words = {
  inStock: text('在库', 'In stock'),
  batch: nouns.importBatch,
  bound: text('绑定与写号', 'Bound or being written'),
  overdue: text('超期未下载', 'Not downloaded in time'),
  onChip: text('在卡未启用', 'On a chip, not enabled'),
  unbindMany: text('解绑退库', 'Unbind'),
  unbindManyTitle: text('解绑 {n} 个码号', 'Unbind {n} code {n|number|numbers}'),
  unbindManyBody: text(
    '逐个向 SM-DP+ 取消订单，成功的码号退回库存；已下载的码号不受影响。',
    'Cancels each order at the SM-DP+ and returns the number to stock. Downloaded numbers are not affected.',
  ),
  unboundMany: text('{back} 个已退回库存', '{back} returned to stock'),
  unboundSome: text('{back} 个已退回库存，{n} 个未能解绑：{why}', '{back} returned to stock, {n} not unbound: {why}'),
  enabled: nouns.enabled,
  invalid: text('失效', 'Invalid'),
  cost: text('成本 {cost}', 'cost {cost}'),
  unit: text('个码号', 'code {n|number|numbers}'),
  bind: text('绑定EID', 'Bind'),
  unbind: verbs.unbind,
  unbindTitle: text('解绑码号 {iccid}', 'Unbind {iccid}'),
  unbindBody: text(
    '将取消 SM-DP+ 上的订单，码号回到库存。',
    'Cancels the order at the SM-DP+ and returns the number to stock.',
  ),
  unbound: text('已解绑，码号回到库存', 'Unbound; the number is back in stock'),
  sync: text('同步状态', 'Sync'),
  synced: text('SM-DP+ 状态：{state}', 'SM-DP+ state: {state}'),
  code: text('激活码', 'QR code'),
  card: nouns.cardDetail,
  allocate: verbs.allocate,
  recover: verbs.recover,
  recoverTitle: text('回收 {n} 个码号', 'Recover {n} code {n|number|numbers}'),
  recoverBody: text('码号回到本客户名下。', 'The numbers return to your customer.'),
  recovered: text('已回收 {n} 个码号', '{n} code {n|number|numbers} recovered'),
  invalidate: verbs.setInvalid,
  none: text('还没有码号', 'No code numbers yet'),
  noneHint: text(
    '在「码号导入」中导入供应商交付的码号。',
    'Import code numbers delivered by a supplier under “Import code numbers”.',
  ),
  iccids: nouns.iccid,
  imsis: nouns.imsi,
  msisdns: text('MSISDN', 'MSISDN'),
  eids: nouns.eid,
};
type Row = RowOf<typeof listNumbers>;

const PROFILE_TYPE = profileTypeFilter('profileType', listNumbers.fields.profileType.label);
const ACCOUNT = accountFilter('carrierAccountId', listNumbers.fields.carrierAccountName.label);
const COUNTRY = countryFilter('country', listNumbers.fields.country.label);

type Open =
  | { readonly kind: 'bind'; readonly row: Row }
  | { readonly kind: 'allocate' | 'invalidate'; readonly ids: Asked; readonly done: () => void };

const LOOKS: Readonly<Record<string, Looks>> = { enableState: ENABLE_LOOKS };
const { notEnabled, bind, bindingInProgress, invalid } = EsimEnableState.values;
const isFree = (row: Row) => row.enableState === notEnabled && row.eid === null;
const BOUND_STATES = [2, 4, 5].map(String);

/** The status of a number, with a mark if its device has not downloaded it in the expected time. */
function Standing({ row }: { row: Row }) {
  const t = useText();
  return (
    <>
      <StatusTag {...ENABLE_LOOKS[row.enableState]} word={t(EsimEnableState.labelOf(row.enableState))} />
      {row.isOverdue ? (
        <Span as="small" ink="warning">
          {' '}
          {t(words.overdue)}
        </Span>
      ) : null}
    </>
  );
}

export default function CodeNumbers() {
  const t = useText();
  const asking = useAsking();
  const [open, setOpen] = useState<Open>();
  const code = useActivationCode();
  const unbinding = useChange(unbindNumber, { done: t(words.unbound) });
  const unbindingMany = useChange(unbindNumbers);
  const syncing = useChange(syncNumber, { done: ({ state }) => t(words.synced, { state }) });
  const recovering = useChange(recoverNumbers, {
    done: ({ moved, left }) => withLeft(t, t(words.recovered, { n: countAmount(moved) }), left),
  });

  const costing = (lines: readonly { currency: string; amount: string }[]) => {
    const cost = lines.map(({ amount, currency }) => `${moneyAmount(amount, currency)} ${currency}`).join(' + ');
    return cost === '' ? {} : { unit: t(words.cost, { cost }) };
  };

  const unbind = (row: Row) =>
    unbinding.confirm({
      title: t(words.unbindTitle, { iccid: row.iccid }),
      body: t(words.unbindBody),
      confirm: t(words.unbind),
      sends: { body: { numberId: row.id } },
    });
  const unbindMany = async (ids: Asked, done: () => void) => {
    const isSure = await confirmFirst({
      title: t(words.unbindManyTitle, { n: countAmount(howMany(ids)) }),
      body: (
        <>
          <p>{t(words.unbindManyBody)}</p>
          <NumberPlan kind="unbind" ids={ids} />
        </>
      ),
      confirm: t(words.unbindMany),
    });
    const answer = isSure && (await unbindingMany.run({ body: { numberIds: ids } }));
    if (!answer) return;
    const [first] = answer.failed;
    if (first) toast.warning(t(words.unboundSome, { back: answer.back, n: answer.failed.length, why: first.why }));
    else toast.success(t(words.unboundMany, { back: countAmount(answer.back) }));
    done();
  };
  const recover = async (ids: Asked, done: () => void) => {
    const isSure = await confirmFirst({
      title: t(words.recoverTitle, { n: countAmount(howMany(ids)) }),
      body: (
        <>
          <p>{t(words.recoverBody)}</p>
          <NumberPlan kind="recover" ids={ids} />
        </>
      ),
      confirm: t(words.recover),
    });
    if (isSure && (await recovering.run({ body: { numberIds: ids } }))) done();
  };
  const bulk: readonly BulkAction[] = [
    {
      key: 'allocate',
      label: words.allocate,
      call: allocateNumbers,
      onPick: asking((ids, done) => setOpen({ kind: 'allocate', ids, done })),
    },
    {
      key: 'recover',
      label: words.recover,
      call: recoverNumbers,
      onPick: asking((ids, done) => void recover(ids, done)),
    },
    {
      key: 'unbind',
      label: words.unbindMany,
      call: unbindNumbers,
      onPick: asking((ids, done) => void unbindMany(ids, done)),
    },
    {
      key: 'invalidate',
      label: words.invalidate,
      call: invalidateNumbers,
      isDanger: true,
      onPick: asking((ids, done) => setOpen({ kind: 'invalidate', ids, done })),
    },
  ];
  const rowActions = (row: Row): RowAction[] => [
    ...(isFree(row)
      ? [{ key: 'bind', label: t(words.bind), call: bindNumber, onPick: () => setOpen({ kind: 'bind', row }) }]
      : []),
    ...(row.enableState === bind || row.enableState === bindingInProgress
      ? [{ key: 'unbind', label: t(words.unbind), call: unbindNumber, onPick: () => void unbind(row) }]
      : []),
    ...(row.hasActivationCode && row.enableState !== invalid
      ? [{ key: 'code', label: t(words.code), call: viewActivationCode, onPick: () => code.look(row.id) }]
      : []),
    {
      key: 'sync',
      label: t(words.sync),
      call: syncNumber,
      onPick: () => void syncing.run({ body: { numberId: row.id } }),
    },
    { key: 'card', label: t(words.card), to: `/cardsManagement/cardDetailOther/${row.id}` },
  ];
  return (
    <>
      <ListScreen
        list={listNumbers}
        figures={({ inStock, bound, overdue, onChip, enabled, invalid, invalidCost }, pick, filters) => {
          const figure = (key: keyof typeof words, value: number, wanted: Record<string, string | string[]>) => ({
            key,
            label: t(words[key]),
            value: countAmount(value),
            isActive: Object.entries(wanted).every(([name, each]) => String(filters[name]) === String(each)),
            onPick: () => pick(wanted),
          });
          return [
            figure('inStock', inStock, { inStock: 'true' }),
            figure('bound', bound, { enableState: BOUND_STATES }),
            figure('overdue', overdue, { overdue: 'true' }),
            figure('onChip', onChip, { onChip: 'true' }),
            figure('enabled', enabled, { enableState: '1' }),
            { ...figure('invalid', invalid, { enableState: '3' }), ...costing(invalidCost) },
          ];
        }}
        lead={<StockPanel />}
        columns={[
          { field: 'iccid', width: 204, pinned: 'left' },
          { field: 'enableState', width: 160, cell: (row) => <Standing row={row} /> },
          { field: 'profileType', width: 120 },
          { field: 'platform', width: 120 },
          { field: 'country', width: 150, cell: (row) => <CountryName code={row.country} /> },
          { field: 'rspState', width: 120 },
          {
            field: 'eid',
            width: 340,
            cell: (row) =>
              row.eid === null ? (
                defaultCell(listNumbers.fields.eid, null)
              ) : (
                <Identifier
                  value={row.eid}
                  href={hrefOf(chipPath(row.eid))}
                  onOpen={() => navigate(chipPath(row.eid ?? ''))}
                />
              ),
          },
          { field: 'customerName', width: 140 },
          { field: 'lifecycle', width: 100 },
          'boundAt',
          'importedAt',
          { field: 'cost', width: 96 },
          { field: 'imsi', width: 170, isOff: true },
          { field: 'msisdn', width: 150, isOff: true },
          { field: 'carrierAccountName', isOff: true },
          { field: 'smdpAddress', width: 180, isOff: true },
          { field: 'stateWords', width: 180, isOff: true },
          { field: 'productCode', isOff: true },
        ]}
        filters={[
          pastedFilter('iccids', words.iccids),
          PROFILE_TYPE,
          COUNTRY,
          'enableState',
          'rspState',
          'platform',
          ...(can(listNumbers.fields.carrierAccountName.permission ?? '') ? [ACCOUNT] : []),
          CUSTOMER,
          pastedFilter('eids', words.eids),
          pastedFilter('imsis', words.imsis),
          pastedFilter('msisdns', words.msisdns),
          'lifecycle',
          'productCode',
          'importedAt',
        ]}
        filterNames={{
          inStock: words.inStock,
          overdue: words.overdue,
          onChip: words.onChip,
          importBatchId: words.batch,
        }}
        looks={LOOKS}
        rowName={(row) => row.iccid}
        rowActions={rowActions}
        bulk={bulk}
        unit={words.unit}
        empty={{ title: words.none, hint: words.noneHint }}
      />
      {open?.kind === 'bind' ? (
        <BindNumber numberId={open.row.id} iccid={open.row.iccid} onClose={() => setOpen(undefined)} />
      ) : null}
      {open?.kind === 'allocate' ? (
        <AllocateNumbers ids={open.ids} onDone={open.done} onClose={() => setOpen(undefined)} />
      ) : null}
      {open?.kind === 'invalidate' ? (
        <InvalidateNumbers ids={open.ids} onDone={open.done} onClose={() => setOpen(undefined)} />
      ) : null}
      {code.dialog}
    </>
  );
}
