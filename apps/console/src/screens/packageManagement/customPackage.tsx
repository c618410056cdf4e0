import { customPackages, shelveCustomPackages } from '@cardinal/contract/api/packages/customPackages.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { RegisterScreen } from '../../kit/register/RegisterScreen.tsx';
import { WholeCode } from '../../kit/table/cells.tsx';
import { CAN_ORDER, Orderable } from '../../parts/packages/Orderable.tsx';
import { PackageValidity, PackageVolume } from '../../parts/packages/packageTerms.tsx';
import { NEW, typedOf, useCustomForm, writtenOf } from './_packages/customForm.tsx';
import { usePackageRegister } from './_packages/usePackageRegister.tsx';

const words = {
  hint: text(
    '把持有的套餐按份组合成新套餐，例如 3 个月包组成季包，上架后分配给下级。',
    'Put several of a package you have together, such as three months as a quarter, and give it to children once published.',
  ),
};

type Row = RowOf<typeof customPackages.list>;

const COLUMNS: readonly ColumnSpec<typeof customPackages.list>[] = [
  { field: 'code', pinned: 'left', width: 130, cell: (row) => <WholeCode value={row.code} /> },
  { field: 'name', width: 170 },
  { field: 'shelfState', width: 100 },
  { field: 'whyNot', title: CAN_ORDER, width: 150, cell: (row) => <Orderable whyNot={row.whyNot} /> },
  { field: 'cost', width: 110 },
  { field: 'baseName', width: 190 },
  { field: 'units', width: 70 },
  { field: 'flowBytes', width: 100, cell: (row) => <PackageVolume bytes={row.flowBytes} /> },
  { field: 'validityCount', width: 110, cell: (row) => <PackageValidity of={{ ...row, units: 1 }} /> },
  { field: 'platform', width: 116 },
  { field: 'distributed', width: 90 },
  { field: 'onCards', width: 90, cell: (row) => countAmount(row.onCards) },
  { field: 'updatedAt', width: 150 },
  { field: 'type', isOff: true },
  { field: 'voiceSeconds', isOff: true },
  { field: 'channels', isOff: true },
  { field: 'currency', isOff: true },
  { field: 'number', isOff: true },
];

/** What the caller's customer puts together from packages it has. */
export default function CustomPackages() {
  const { step, shared } = usePackageRegister<Row>(shelveCustomPackages);
  return (
    <RegisterScreen
      {...shared}
      register={customPackages}
      columns={COLUMNS}
      filters={['code', 'name', 'platform', 'shelfState', 'channels']}
      form={useCustomForm}
      begin={NEW}
      values={typedOf}
      toBody={writtenOf}
      steps={[
        'edit',
        step,
        { key: 'copy', label: verbs.copy, copies: (row) => ({ ...row, ...typedOf(row), code: '', name: '' }) },
        'delete',
      ]}
      hint={words.hint}
    />
  );
}
