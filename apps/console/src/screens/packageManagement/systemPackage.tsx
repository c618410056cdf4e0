import { shelveSystemPackages, systemPackages } from '@cardinal/contract/api/packages/systemPackages.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { sentences, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { RegisterScreen } from '../../kit/register/RegisterScreen.tsx';
import { PackageValidity, PackageVolume } from '../../parts/packages/packageTerms.tsx';
import { PackageVersions } from './_packages/PackageVersions.tsx';
import { NEW, typedOf, usePackageForm, writtenOf } from './_packages/packageForm.ts';
import { SHELF_LOOKS, useShelving } from './_packages/useShelving.tsx';

const words = {
  hint: text(
    '用流量、语音和周期规格组成套餐，上架并下发后，下级客户才能订购。',
    'Put packages together from specifications. Once published and given, customers below can order them.',
  ),
  versions: text('版本', 'Versions'),
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
  { field: 'effectiveType', width: 110 },
  { field: 'distributed', width: 90 },
  { field: 'onCards', width: 90, cell: (row) => countAmount(row.onCards) },
  { field: 'number', width: 90 },
  { field: 'carrierAccountName', width: 130 },
  { field: 'updatedAt', width: 150 },
  { field: 'productCodes', isOff: true, cell: (row) => row.productCodes.join('、') },
  { field: 'carrierPackageCode', isOff: true },
  { field: 'label', isOff: true },
  { field: 'scope', isOff: true },
  { field: 'smsCount', isOff: true },
  { field: 'refundRule', isOff: true },
  { field: 'renewable', isOff: true },
  { field: 'realNameRequired', isOff: true },
  { field: 'channels', isOff: true },
];

export default function SystemPackages() {
  const t = useText();
  const shelving = useShelving<Row>(shelveSystemPackages);
  return (
    <RegisterScreen
      register={systemPackages}
      columns={COLUMNS}
      looks={SHELF_LOOKS}
      filters={['shelfState', 'platform', 'type', 'label', 'refundRule', 'channels']}
      rowName={({ name }) => name}
      form={usePackageForm}
      begin={NEW}
      values={typedOf}
      toBody={writtenOf}
      width={640}
      bulk={shelving.bulk}
      steps={[
        'edit',
        shelving.step,
        { key: 'versions', label: words.versions, opens: (row, close) => <PackageVersions of={row} onClose={close} /> },
        { key: 'copy', label: verbs.copy, copies: (row) => ({ ...row, ...typedOf(row), code: '', name: row.name }) },
        'delete',
      ]}
      isDeletable={(row) => row.distributed === 0 && row.onCards === 0}
      deleteNote={({ code }) => t(sentences.codeIsGone, { code })}
      hint={words.hint}
    />
  );
}
