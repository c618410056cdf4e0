import {
  deleteCardScope,
  editCardScope,
  generateCardScope,
  importCardScopes,
  listCardScopes,
} from '@cardinal/contract/api/cardImports/cardScopes.ts';
import { importOptions } from '@cardinal/contract/api/cardImports/imports.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { lazy, Suspense, useState } from 'react';
import { CallButton } from '../../kit/CallButton.tsx';
import { useChange } from '../../kit/change.ts';
import { choiceFilter } from '../../kit/filters/choiceFilter.tsx';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { useRead } from '../../kit/useRead.ts';
import { mayCall } from '../../shell/permissions.ts';
import { confirmFirst } from '../../shell/questions.ts';
import { toast } from '../../shell/toasts.ts';
import { EditSegment, RegisterSegments } from './_cardScopeImport/SegmentForms.tsx';

const SegmentGaps = lazy(() => import('./_cardScopeImport/SegmentGaps.tsx'));

const words = {
  add: text('登记号段', 'Register segments'),
  edit: verbs.edit,
  make: text('生成卡', 'Make cards'),
  remove: verbs.delete,
  find: text('ICCID，或 起始-结束', 'ICCID, or start-end'),
  gaps: text('缺口', 'Gaps'),
  overlaps: text('与其他号段重叠', 'Overlapping another'),
  incomplete: text('未全部生成', 'Not fully created'),
  question: text('生成 {n} 张卡？', 'Create {n} {n|card|cards}?'),
  what: text(
    '号段内尚不存在的号码将成为产品 {product} 的卡，归属本客户；首次同步前状态为未同步。',
    'Numbers in the segment that are not cards yet become cards of product {product}, owned by your customer. Their status is “not synced” until the first sync.',
  ),
  started: text('正在生成 {n} 张卡', '{n} {n|card is|cards are} being made'),
  batch: text('查看批次', 'View batch'),
  sure: text('删除号段 {name}？', 'Delete segment {name}?'),
  none: text('还没有登记号段', 'No segments registered yet'),
  noneHint: text(
    '登记运营商交付的号段属于哪个通道和产品，之后可直接生成卡。',
    'Register which account and product a delivered segment belongs to; then create its cards directly.',
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
/** The accounts cards may be imported into. */
function useAccounts() {
  const { data } = useRead(importOptions, {}, { enabled: mayCall(importOptions) });
  return (data?.carrierAccounts ?? []).map(({ id, name }) => ({ value: id, label: name }));
}
const ACCOUNT = choiceFilter('carrierAccountId', listCardScopes.fields.carrierAccountName.label, useAccounts);
const FILTERS = [ACCOUNT, 'productCode', 'platform', 'deliveryNote', 'operator', 'createdAt'] as const;

export default function CardScopes() {
  const t = useText();
  const [opened, setOpened] = useState<Segment | 'new'>();
  const [gappy, setGappy] = useState<Segment>();
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
    <CallButton call={importCardScopes} type="primary" onClick={() => setOpened('new')}>
      {t(words.add)}
    </CallButton>
  );
  return (
    <>
      <ListScreen
        list={listCardScopes}
        columns={COLUMNS}
        filters={FILTERS}
        search={{ key: 'iccid', label: words.find }}
        views={[
          { title: words.incomplete, query: 'incomplete=true' },
          { title: words.overlaps, query: 'overlaps=true' },
        ]}
        filterNames={{ incomplete: words.incomplete, overlaps: words.overlaps }}
        rowName={(row) => row.startIccid}
        rowActions={(row) => [
          ...(row.missing > 0
            ? [
                { key: 'gaps', label: t(words.gaps), onPick: () => setGappy(row) },
                { key: 'make', label: t(words.make), call: generateCardScope, onPick: () => void make(row) },
              ]
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
      {gappy ? (
        <Suspense fallback={null}>
          <SegmentGaps
            segment={gappy}
            action={
              <CallButton call={generateCardScope} loading={making.isRunning} onClick={() => void make(gappy)}>
                {t(words.make)}
              </CallButton>
            }
            onClose={() => setGappy(undefined)}
          />
        </Suspense>
      ) : null}
      {opened === 'new' ? <RegisterSegments onClose={close} /> : null}
      {opened && opened !== 'new' ? <EditSegment segment={opened} onClose={close} /> : null}
    </>
  );
}
