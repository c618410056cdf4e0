import {
  ADDRESSES_PER_CUSTOMER,
  addAddress,
  deleteAddress,
  editAddress,
  listAddresses,
  setDefaultAddress,
} from '@cardinal/contract/api/customers/addresses.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Badge } from '@cardinal/ui/layout/Text.tsx';
import { useState } from 'react';
import { CallButton } from '../../kit/CallButton.tsx';
import { useChange } from '../../kit/change.ts';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { AddAddress, EditAddress } from './_addresses/AddressForm.tsx';
import './_addresses/addresses.css';

const words = {
  add: text('新增地址', 'New address'),
  edit: verbs.edit,
  makeDefault: text('设为默认', 'Make default'),
  isDefault: text('默认', 'Default'),
  made: text('已设为默认地址', 'Set as default address'),
  remove: verbs.delete,
  removeQuestion: text('删除「{name}」的地址？', 'Delete address of “{name}”?'),
  removeNote: text('已有订单保留各自的地址副本。', 'Existing orders keep their own copy of the address.'),
  removed: text('地址已删除', 'Address deleted'),
  none: text('还没有地址', 'No addresses yet'),
  noneHint: text(
    '收货和收票地址在这里保存，购卡、出库和开票时直接选用，最多 {max} 个。',
    'Save up to {max} delivery and invoice addresses to use for orders, shipments and invoices.',
  ),
};

type Row = RowOf<typeof listAddresses>;

const COLUMNS: readonly ColumnSpec<typeof listAddresses>[] = [
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

export default function Addresses() {
  const t = useText();
  const [open, setOpen] = useState<'new' | Row>();
  const close = () => setOpen(undefined);
  const choosing = useChange(setDefaultAddress, { done: t(words.made) });
  const removing = useChange(deleteAddress, { done: t(words.removed) });
  const remove = (row: Row) =>
    removing.confirm({
      title: t(words.removeQuestion, { name: row.receiver }),
      body: <p>{t(words.removeNote)}</p>,
      confirm: t(words.remove),
      isDanger: true,
      sends: { body: { addressId: row.id } },
    });
  const hint = text(
    words.noneHint.zh.replace('{max}', String(ADDRESSES_PER_CUSTOMER)),
    words.noneHint.en.replace('{max}', String(ADDRESSES_PER_CUSTOMER)),
  );
  return (
    <>
      <ListScreen
        list={listAddresses}
        columns={COLUMNS}
        filters={['receiver', 'detail', 'tag']}
        rowName={(row) => row.receiver}
        rowActions={(row) => [
          { key: 'edit', label: t(words.edit), call: editAddress, onPick: () => setOpen(row) },
          ...(row.isDefault
            ? []
            : [
                {
                  key: 'default',
                  label: t(words.makeDefault),
                  call: setDefaultAddress,
                  onPick: () => void choosing.run({ body: { addressId: row.id } }),
                },
              ]),
          {
            key: 'remove',
            label: t(words.remove),
            call: deleteAddress,
            isDanger: true,
            onPick: () => void remove(row),
          },
        ]}
        actions={
          <CallButton call={addAddress} type="primary" onClick={() => setOpen('new')}>
            {t(words.add)}
          </CallButton>
        }
        empty={{ title: words.none, hint }}
      />
      {open === 'new' ? <AddAddress onClose={close} /> : null}
      {typeof open === 'object' ? <EditAddress id={open.id} onClose={close} /> : null}
    </>
  );
}
