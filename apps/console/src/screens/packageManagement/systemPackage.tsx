import { shelveSystemPackages, systemPackages } from '@cardinal/contract/api/packages/systemPackages.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { RegisterScreen } from '../../kit/register/RegisterScreen.tsx';
import { VERSIONS_STEP } from '../../parts/packages/PackageVersions.tsx';
import { PoolPackagesNote } from '../../parts/packages/PoolPackagesNote.tsx';
import { PackageValidity, PackageVolume } from '../../parts/packages/packageTerms.tsx';
import { SoldDays } from '../../parts/packages/SoldDays.tsx';
import { usePackageRegister } from '../../parts/packages/usePackageRegister.tsx';
import { CarrierVerdict, CHECK_STEP, useBulkCheck } from './_packages/CarrierVerdict.tsx';
import { COPY_STEP, NEW, PACKAGE_FORM, usePackageForm } from './_packages/packageForm.ts';

const words = {
  hint: text(
    '用流量、语音和周期规格组成套餐，上架并下发后，下级客户才能订购。',
    'Put packages together from specifications. Once published and given, customers below can order them.',
  ),
};

type Row = RowOf<typeof systemPackages.list>;

const COLUMNS: readonly ColumnSpec<typeof systemPackages.list>[] = [
  { field: 'code', pinned: 'left', width: 150, cell: (row) => <Identifier value={row.code} groupOf={64} /> },
  { field: 'name', width: 180 },
  { field: 'shelfState', width: 100 },
  { field: 'costPrice', width: 100 },
  { field: 'platform', width: 116 },
  { field: 'type', width: 110 },
  { field: 'flowBytes', width: 100, cell: (row) => <PackageVolume bytes={row.flowBytes} /> },
  { field: 'voiceSeconds', width: 100 },
  { field: 'validityCount', width: 100, cell: (row) => <PackageValidity of={row} /> },
  { field: 'carrierCheck', width: 240, cell: (row) => <CarrierVerdict row={row} /> },
  { field: 'effectiveType', width: 110 },
  { field: 'distributed', width: 90 },
  { field: 'onCards', width: 90, cell: (row) => countAmount(row.onCards) },
  { field: 'soldCards', width: 150, cell: (row) => <SoldDays days={row.soldByDay} /> },
  { field: 'soldAmount', width: 120 },
  { field: 'number', width: 90 },
  { field: 'carrierAccountName', width: 130 },
  { field: 'updatedAt', width: 150 },
  { field: 'productCodes', isOff: true, cell: (row) => row.productCodes.join('、') },
  { field: 'carrierPackageCode', isOff: true },
  { field: 'checkedAt', isOff: true },
  { field: 'checkedBy', isOff: true },
  { field: 'label', isOff: true },
  { field: 'mode', isOff: true },
  { field: 'scope', isOff: true },
  { field: 'smsCount', isOff: true },
  { field: 'refundRule', isOff: true },
  { field: 'renewable', isOff: true },
  { field: 'realNameRequired', isOff: true },
  { field: 'channels', isOff: true },
];

export default function SystemPackages() {
  const { steps, sheet, shared } = usePackageRegister<Row>(shelveSystemPackages);
  const check = useBulkCheck();
  return (
    <>
      <RegisterScreen
        {...shared}
        bulk={[...shared.bulk, check]}
        {...PACKAGE_FORM}
        register={systemPackages}
        columns={COLUMNS}
        filters={['shelfState', 'platform', 'type', 'label', 'mode', 'carrierCheck', 'refundRule', 'channels']}
        form={usePackageForm}
        begin={NEW}
        steps={['edit', ...steps, CHECK_STEP, VERSIONS_STEP, COPY_STEP, 'delete']}
        notice={<PoolPackagesNote />}
        hint={words.hint}
      />
      {sheet}
    </>
  );
}
