import {
  deleteCardScope,
  editCardScope,
  generateCardScope,
  importCardScopes,
  listCardScopes,
} from '@cardinal/contract/api/cardScopes.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Button } from 'antd';
import { useState } from 'react';
import { useChange } from '../../kit/change.ts';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { Can } from '../../shell/Can.tsx';
import { confirmFirst } from '../../shell/questions.ts';
import { toast } from '../../shell/toasts.ts';
import { EditSegment, RegisterSegments } from './_cardScopeImport/SegmentForms.tsx';

const words = {
  add: text('登记号段', 'Register segments'),
  edit: text('编辑', 'Edit'),
  make: text('生成卡', 'Make cards'),
  remove: text('删除', 'Delete'),
  find: text('号段内的 ICCID', 'ICCID inside'),
  incomplete: text('未全部生成', 'Not all made yet'),
  question: text('生成 {n} 张卡？', 'Make {n} {n|card|cards}?'),
  what: text(
    '号段内尚不存在的号码将成为产品 {product} 的卡，归属本客户；首次同步前状态为未同步。',
    'Numbers that are no cards yet become cards of {product}, yours, not synchronised until the first look at the carrier.',
  ),
  started: text('正在生成 {n} 张卡', '{n} {n|card is|cards are} being made'),
  batch: text('查看批次', 'Open the batch'),
  sure: text('删除号段 {name}？', 'Delete the segment {name}?'),
  none: text('还没有登记号段', 'No segments registered yet'),
  noneHint: text(
    '登记运营商交付的号段属于哪个通道和产品，之后可直接生成卡。',
    'Register which account and product a delivered segment belongs to; its cards can be made from it.',
  ),
};

type Segment = RowOf<typeof listCardScopes>;

const COLUMNS: readonly ColumnSpec<typeof listCardScopes>[] = [
  { field: 'startIccid', pinned: 'left', width: 195 },
  { field: 'endIccid', width: 200 },
  { field: 'numbers', width: 88 },
  { field: 'cards', width: 88 },
  { field: 'activated', width: 88 },
  { field: 'missing', width: 120 },
  { field: 'platform', width: 124 },
  { field: 'carrierAccountName', width: 130 },
  { field: 'productCode', width: 150 },
  { field: 'size', width: 130 },
  { field: 'deliveryNote', width: 130 },
  { field: 'operator', width: 96 },
  'createdAt',
];
const FILTERS = ['productCode', 'platform', 'deliveryNote', 'operator', 'createdAt'] as const;

export default function CardScopes() {
  const t = useText();
  const [opened, setOpened] = useState<Segment | 'new'>();
  const making = useChange(generateCardScope);
  const removing = useChange(deleteCardScope);
  const close = () => setOpened(undefined);

  const make = async (segment: Segment) => {
    const n = countAmount(segment.missing);
    const isSure = await confirmFirst({
      title: t(words.question, { n }),
      body: t(words.what, { product: segment.productCode }),
      confirm: t(words.make),
    });
    const done = isSure ? await making.run({ body: { id: segment.id } }) : undefined;
    if (done) {
      toast.success(t(words.started, { n: countAmount(done.cards) }), {
        label: t(words.batch),
        to: `/system/importCard?batch=${done.batchId}`,
      });
    }
  };
  const remove = async ({ id, startIccid }: Segment) => {
    const title = t(words.sure, { name: startIccid });
    if (await confirmFirst({ title, confirm: t(words.remove), isDanger: true })) await removing.run({ body: { id } });
  };
  const add = (
    <Can call={importCardScopes}>
      <Button type="primary" onClick={() => setOpened('new')}>
        {t(words.add)}
      </Button>
    </Can>
  );
  return (
    <>
      <ListScreen
        list={listCardScopes}
        columns={COLUMNS}
        filters={FILTERS}
        search={{ key: 'iccid', label: words.find }}
        views={[{ title: words.incomplete, query: 'incomplete=true' }]}
        filterNames={{ incomplete: words.incomplete }}
        rowName={(row) => row.startIccid}
        rowActions={(row) => [
          ...(row.missing > 0
            ? [{ key: 'make', label: t(words.make), call: generateCardScope, onPick: () => void make(row) }]
            : []),
          { key: 'edit', label: t(words.edit), call: editCardScope, onPick: () => setOpened(row) },
          ...(row.cards === 0
            ? [
                {
                  key: 'remove',
                  label: t(words.remove),
                  call: deleteCardScope,
                  isDanger: true,
                  onPick: () => void remove(row),
                },
              ]
            : []),
        ]}
        actions={add}
        empty={{ title: words.none, hint: words.noneHint, action: add }}
      />
      {opened === 'new' ? <RegisterSegments onClose={close} /> : null}
      {opened && opened !== 'new' ? <EditSegment segment={opened} onClose={close} /> : null}
    </>
  );
}
