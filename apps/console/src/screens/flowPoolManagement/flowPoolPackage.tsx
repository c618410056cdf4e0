import {
  distributePoolPackages,
  listPoolPackageChildren,
  poolPackages,
  shelvePoolPackages,
} from '@cardinal/contract/api/packages/poolPackages.ts';
import { systemPackageChoices } from '@cardinal/contract/api/packages/systemPackages.ts';
import { Platform } from '@cardinal/contract/enumerations/card.ts';
import { EffectiveType, OrderingSwitch, RefundRule, SalesChannel } from '@cardinal/contract/enumerations/package.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns, sentences, units, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { lazy } from 'react';
import { minorOf, typedAmount } from '../../kit/form/amountText.ts';
import type { FormFields, Values } from '../../kit/form/formFields.ts';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { RegisterScreen } from '../../kit/register/RegisterScreen.tsx';
import type { Step } from '../../kit/register/registerSpec.ts';
import { WholeCode } from '../../kit/table/cells.tsx';
import { useRead } from '../../kit/useRead.ts';
import { CAN_ORDER, Orderable } from '../../parts/packages/Orderable.tsx';
import { VERSIONS_STEP } from '../../parts/packages/PackageVersions.tsx';
import { PackageValidity, PackageVolume } from '../../parts/packages/packageTerms.tsx';
import { SoldDays } from '../../parts/packages/SoldDays.tsx';
import { usePackageRegister } from '../../parts/packages/usePackageRegister.tsx';
import { useShownCarriers } from '../../shell/shownCarriers.ts';

const GivePoolPackage = lazy(() => import('./_packages/GivePoolPackage.tsx'));
const PoolPackageChildren = lazy(() => import('./_packages/PoolPackageChildren.tsx'));

const words = {
  hint: text(
    '流量池套餐充入流量池，由池内的卡共用；上架并分配后，下级才能订购。',
    'Pool packages fill flow pools and are shared by their cards. Once published and given, children can order them.',
  ),
  accountHelp: text('不选则该运营商所有通道的池都可订购', 'None: pools of all accounts of the carrier'),
  postponeHelp: text('池内最后一个套餐到期后再推迟的天数', 'Days after the last package of the pool has ended'),
};

type Row = RowOf<typeof poolPackages.list>;

const COLUMNS: readonly ColumnSpec<typeof poolPackages.list>[] = [
  { field: 'code', pinned: 'left', width: 150, cell: (row) => <WholeCode value={row.code} /> },
  { field: 'name', width: 180 },
  { field: 'shelfState', width: 100 },
  { field: 'whyNot', title: CAN_ORDER, width: 130, cell: (row) => <Orderable whyNot={row.whyNot} /> },
  { field: 'flowBytes', width: 100, cell: (row) => <PackageVolume bytes={row.flowBytes} /> },
  { field: 'validityCount', width: 90, cell: (row) => <PackageValidity of={row} /> },
  { field: 'reservePrice', width: 120 },
  { field: 'minPrice', width: 110 },
  { field: 'suggestPrice', width: 110 },
  { field: 'costPrice', width: 110 },
  { field: 'distributed', width: 90 },
  { field: 'soldCards', width: 150, cell: (row) => <SoldDays days={row.soldByDay} /> },
  { field: 'soldAmount', width: 120 },
  { field: 'platform', width: 116 },
  { field: 'carrierAccountName', width: 130 },
  { field: 'effectiveType', width: 110 },
  { field: 'fromName', width: 130 },
  { field: 'updatedAt', width: 150 },
  { field: 'isOwn', isOff: true },
  { field: 'origin', isOff: true },
  { field: 'postponeDays', isOff: true },
  { field: 'refundRule', isOff: true },
  { field: 'channels', isOff: true },
  { field: 'currency', isOff: true },
  { field: 'number', isOff: true },
];

/** A hook: what can be chosen is read. */
function usePoolPackageForm(): FormFields {
  const { data } = useRead(systemPackageChoices, {}, { isSilent: false });
  const shown = new Set<number>(useShownCarriers().map(({ value }) => value));
  const named = (each: { id: string; name: string }) => ({ value: each.id, label: text(each.name, each.name) });
  return [
    { name: 'code', kind: 'text', maxLength: 32, help: sentences.codeForGood },
    { name: 'name', kind: 'text', maxLength: 30 },
    { name: 'platform', kind: 'select', options: Platform.options.filter(({ value }) => shown.has(value)) },
    {
      name: 'carrierAccountId',
      kind: 'select',
      label: nouns.carrierAccount,
      options: (data?.carrierAccounts ?? []).map(named),
      isSearchable: true,
      help: words.accountHelp,
    },
    { name: 'flowSpecId', kind: 'select', options: (data?.flowSpecs ?? []).map(named), isSearchable: true },
    { name: 'periodSpecId', kind: 'select', options: (data?.periodSpecs ?? []).map(named), isSearchable: true },
    { name: 'effectiveType', kind: 'select', options: EffectiveType.options },
    {
      name: 'postponeDays',
      kind: 'integer',
      help: words.postponeHelp,
      isHidden: (values) => values['effectiveType'] !== EffectiveType.values.postpone,
    },
    { name: 'refundRule', kind: 'select', options: RefundRule.options },
    { name: 'costPrice', kind: 'decimal', unit: units.cny },
    { name: 'channels', kind: 'multiple', options: SalesChannel.options },
  ];
}

const NEW: Values = {
  platform: Platform.values.Lt,
  effectiveType: EffectiveType.values.now,
  refundRule: 'wholeUnstarted',
  channels: ['platform', 'api'],
};
const typedOf = (row: Row): Values => ({ costPrice: typedAmount(row.costPrice) });
const writtenOf = ({ costPrice, ...values }: Values): Values => ({
  ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== undefined)),
  costPrice: minorOf(costPrice) ?? '',
});
const isOwn = (row: Row) => row.isOwn;

const GIVE: Step<Row> = {
  key: 'give',
  label: verbs.distribute,
  call: distributePoolPackages,
  disabled: ({ whyNot }, t) => whyNot && t(OrderingSwitch.labelOf(whyNot)),
  opens: (row, close) => <GivePoolPackage of={row} onClose={close} />,
};
const CHILDREN: Step<Row> = {
  key: 'children',
  label: ({ distributed }) => text(`下级 ${countAmount(distributed)}`, `Children ${countAmount(distributed)}`),
  call: listPoolPackageChildren,
  opens: (row, close) => <PoolPackageChildren of={row} onClose={close} />,
};
const COPY: Step<Row> = {
  key: 'copy',
  label: verbs.copy,
  isOffered: isOwn,
  copies: (row) => ({ ...row, ...typedOf(row), code: '' }),
};

/** What can be poured into flow pools: made here, given down the tree, priced and taken back. */
export default function FlowPoolPackages() {
  const { steps, sheet, shared } = usePackageRegister<Row>(shelvePoolPackages);
  const shelf = steps.map((step) => ({
    ...step,
    isOffered: (row: Row) => row.isOwn && (step.isOffered?.(row) ?? true),
  }));
  return (
    <>
      <RegisterScreen
        looks={shared.looks}
        rowName={({ name }: Row) => name}
        register={poolPackages}
        columns={COLUMNS}
        filters={['code', 'name', 'shelfState', 'platform', 'isOwn', 'origin', 'refundRule']}
        views={[{ title: poolPackages.list.fields.isOwn.label, query: 'isOwn=true' }]}
        form={usePoolPackageForm}
        begin={NEW}
        values={typedOf}
        toBody={writtenOf}
        width={640}
        isEditable={isOwn}
        isDeletable={(row) => row.isOwn && row.distributed === 0}
        deleteNote={({ code }, said) => said(sentences.codeIsGone, { code })}
        steps={[GIVE, CHILDREN, 'edit', ...shelf, { ...VERSIONS_STEP, isOffered: isOwn } as Step<Row>, COPY, 'delete']}
        hint={words.hint}
      />
      {sheet}
    </>
  );
}
