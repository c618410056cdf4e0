import { ADDRESSES_PER_CUSTOMER, addresses, setDefaultAddress } from '@cardinal/contract/api/customers/addresses.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Badge } from '@cardinal/ui/layout/Text.tsx';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { RegisterScreen } from '../../kit/register/RegisterScreen.tsx';
import { runOf, type Step } from '../../kit/register/registerSpec.ts';
import { ADDRESS_FIELDS, IS_DEFAULT, Paste } from './_addresses/AddressForm.tsx';

const words = {
  makeDefault: text('设为默认', 'Make default'),
  isDefault: text('默认', 'Default'),
  made: text('已设为默认地址', 'Set as default address'),
  removeNote: text('已有订单保留各自的地址副本。', 'Existing orders keep their own copy of the address.'),
  hint: text(
    `收货和收票地址在这里保存，购卡、出库和开票时直接选用，最多 ${ADDRESSES_PER_CUSTOMER} 个。`,
    `Save up to ${ADDRESSES_PER_CUSTOMER} delivery and invoice addresses to use for orders, shipments and invoices.`,
  ),
};

type Row = RowOf<typeof addresses.list>;

const COLUMNS: readonly ColumnSpec<typeof addresses.list>[] = [
  { field: 'receiver', pinned: 'left', width: 140, cell: (row) => <Receiver row={row} /> },
  { field: 'phone', width: 130 },
  { field: 'place', width: 180 },
  { field: 'detail', width: 240 },
  { field: 'tag', width: 90 },
  { field: 'postcode', width: 90 },
  'createdAt',
];

function Receiver({ row }: { row: Row }) {
  const t = useText();
  return (
    <>
      {row.receiver}
      {row.isDefault ? <Badge ink="primary">{t(words.isDefault)}</Badge> : null}
    </>
  );
}

const DEFAULT: Step<Row> = {
  key: 'default',
  label: words.makeDefault,
  isOffered: ({ isDefault }) => !isDefault,
  runs: ({ id }) => runOf(setDefaultAddress, { addressId: id }, { done: words.made }),
};

export default function Addresses() {
  return (
    <RegisterScreen
      register={addresses}
      columns={COLUMNS}
      filters={['receiver', 'detail', 'tag']}
      rowName={({ receiver }) => receiver}
      form={(row) => (row ? ADDRESS_FIELDS : [...ADDRESS_FIELDS, IS_DEFAULT])}
      intro={(row, _, restart) => (row ? null : <Paste onRead={restart} />)}
      deleteNote={(_, t) => t(words.removeNote)}
      steps={['edit', DEFAULT, 'delete']}
      hint={words.hint}
    />
  );
}
