import { listEnginePrices, setEnginePrice } from '@cardinal/contract/api/engines/customerPrices.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { Money } from '@cardinal/ui/Quantity.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { useState } from 'react';
import { CallButton } from '../../../kit/CallButton.tsx';
import { minorOf, typedAmount } from '../../../kit/form/amountText.ts';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { ColumnSpec } from '../../../kit/list/columns.tsx';
import { ListScreen } from '../../../kit/list/ListScreen.tsx';
import { Nothing } from '../../../kit/table/cells.tsx';
import { CUSTOMERS, ENGINE, useEngines } from './engineWords.tsx';
import { customerField } from './TrialForm.tsx';

const words = {
  title: text('引擎客户价', 'Customer engine prices'),
  add: text('设置客户价', 'Set customer price'),
  edit: text('调价', 'Reprice'),
  titleOf: text('{engine} · {customer}', '{engine} · {customer}'),
  note: text(
    '没有使用中的订阅时立即生效，否则次月 1 日生效。不能低于其上级支付的单价。',
    'Takes effect immediately if there is no active subscription, otherwise on the first of next month. Cannot be below the parent’s price.',
  ),
  engine: nouns.engine,
  yuan: text('元', 'CNY'),
  next: text('待生效', 'Waiting'),
  lifted: text('被上级抬高', 'Raised by the parent’s price'),
  saved: text('客户价已保存', 'Price saved'),
  none: text('还没有客户价', 'No customer prices yet'),
  noneHint: text(
    '没有客户价的客户按其上级的单价，最上层按标准价。',
    'Customers without their own price pay their parent’s price; top-level customers pay the list price.',
  ),
};

type Row = RowOf<typeof listEnginePrices>;
const COLUMNS: readonly ColumnSpec<typeof listEnginePrices>[] = [
  { field: 'customerName', pinned: 'left', width: 150 },
  { field: 'engineName', width: 120 },
  { field: 'unit', width: 130 },
  { field: 'price', width: 90 },
  { field: 'pays', width: 165, cell: (row) => <Pays row={row} /> },
  { field: 'parentPays', width: 90 },
  { field: 'nextPrice', title: words.next, width: 210, cell: (row) => <Next row={row} /> },
  { field: 'updatedAt', width: 168 },
];

function Pays({ row }: { row: Row }) {
  const t = useText();
  return (
    <>
      {row.isLifted ? (
        <Span as="small" ink="warning">
          {t(words.lifted)}{' '}
        </Span>
      ) : null}
      <Money minor={row.pays} currency={row.currency} />
    </>
  );
}

const Next = ({ row }: { row: Row }) =>
  row.nextPrice === null || row.nextFrom === null ? (
    <Nothing />
  ) : (
    <>
      <Money minor={row.nextPrice} currency={row.currency} /> <TimeText at={row.nextFrom} />
    </>
  );

export function CustomerPrices() {
  const t = useText();
  const [open, setOpen] = useState<Row | 'new'>();
  const add = (
    <CallButton call={setEnginePrice} type="primary" onClick={() => setOpen('new')}>
      {t(words.add)}
    </CallButton>
  );
  return (
    <>
      <ListScreen
        list={listEnginePrices}
        title={words.title}
        columns={COLUMNS}
        filters={[CUSTOMERS, ENGINE]}
        rowName={({ customerName, engineName }) => `${customerName} ${engineName}`}
        rowActions={(row) => [{ key: 'edit', label: t(words.edit), call: setEnginePrice, onPick: () => setOpen(row) }]}
        actions={add}
        empty={{ title: words.none, hint: words.noneHint, action: add }}
      />
      {open ? <PriceForm row={open === 'new' ? undefined : open} onClose={() => setOpen(undefined)} /> : null}
    </>
  );
}

function PriceForm({ row, onClose }: { row: Row | undefined; onClose: () => void }) {
  const t = useText();
  const engines = useEngines();
  return (
    <FormDrawer
      endpoint={setEnginePrice}
      title={row ? t(words.titleOf, { engine: row.engineName, customer: row.customerName }) : t(words.add)}
      intro={t(words.note)}
      fields={[
        ...(row
          ? []
          : [
              {
                name: 'engineId',
                kind: 'select' as const,
                label: words.engine,
                options: engines.map(({ id, nameZh, nameEn }) => ({ value: id, label: text(nameZh, nameEn) })),
              },
              customerField,
            ]),
        { name: 'price', kind: 'decimal', unit: words.yuan },
      ]}
      labels={listEnginePrices.fields}
      initial={row ? { price: typedAmount(row.nextPrice ?? row.price) } : {}}
      toBody={(values) => ({
        engineId: row?.engineId ?? values['engineId'],
        customerId: row?.customerId ?? values['customerId'],
        price: minorOf(values['price']) ?? '',
      })}
      done={t(words.saved)}
      onClose={onClose}
    />
  );
}
