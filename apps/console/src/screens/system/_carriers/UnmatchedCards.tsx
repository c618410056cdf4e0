import {
  closeUnmatchedCards,
  importUnmatchedCards,
  listUnmatchedCards,
  UnmatchedState,
  unmatchedDecided,
} from '@cardinal/contract/api/cardImports/unmatchedCarrierCards.ts';
import { CardKind, type Platform } from '@cardinal/contract/enumerations/card.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import type { StatusLook } from '@cardinal/ui/StatusTag.tsx';
import { useState } from 'react';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { ColumnSpec } from '../../../kit/list/columns.tsx';
import { useDecision } from '../../../parts/carrierSync/useDecision.ts';
import { ProductPicker } from '../../../parts/catalogue/ProductPicker.tsx';
import { toast } from '../../../shell/toasts.ts';
import type { CarrierDetail } from './CarrierForms.tsx';
import { Findings } from './Findings.tsx';
import { inventoryOf } from './inventoryWords.ts';

const words = {
  takeIn: text('纳入', 'Import'),
  takeInTitle: text('纳入 {n} 张卡', 'Import {n} {n|card|cards}'),
  takeInNote: text(
    '生成一个普通的导入批次，归属本客户；在「导入卡」中核对后执行。',
    'Creates a regular import batch for your customer. Review and run it under “Import cards”.',
  ),
  taken: text(
    '已生成导入批次 {batchNo}，请到「导入卡」核对后执行',
    'Import batch {batchNo} created. Review and run it under “Import cards”.',
  ),
  closeQuestion: text('关闭 {n} 张卡？', 'Close {n} {n|card|cards}?'),
  closeNote: text('这些卡不再提示，运营商侧不变。', 'They are no longer reported. Nothing changes at the carrier.'),
  closed: text('已关闭 {n} 张卡', '{n} {n|card|cards} closed'),
  unlisted: {
    none: text('该运营商无法列出其名下的卡', 'This carrier cannot list its cards'),
    noneHint: text(
      '接口没有卡清单，未入库的卡无从得知。平台有、运营商没有的卡仍显示在「差异」中。',
      'Its interface has no card list, so cards not imported are unknown. Cards missing at the carrier are still shown under “Differences”.',
    ),
  },
  list: {
    label: nouns.notImported,
    pick: text('先勾选待处理的卡', 'Select open cards first'),
    none: text('没有未入库的卡', 'No unmatched cards'),
    noneHint: text(
      '运营商列表里有、平台没有的卡显示在这里。',
      'Cards listed by the carrier but missing on the platform appear here.',
    ),
    failed: text('未入库的卡加载失败', 'Failed to load cards'),
  },
};

const LOOKS = {
  state: {
    open: { shape: 'half', tone: 'warning' },
    taken: { shape: 'disc', tone: 'good' },
    elsewhere: { shape: 'half', tone: 'warning' },
    known: { shape: 'disc', tone: 'good' },
    closed: { shape: 'ring', tone: 'neutral' },
  },
} as const satisfies Record<'state', Record<UnmatchedState, StatusLook>>;
const COLUMNS: readonly ColumnSpec<typeof listUnmatchedCards>[] = [
  { field: 'iccid', width: 214 },
  { field: 'status', width: 112 },
  { field: 'state', width: 128 },
  'firstSeenAt',
  'lastSeenAt',
  { field: 'batchNo', width: 140 },
  { field: 'decidedName', width: 120 },
];

/** Unmatched carrier cards: listed by the carrier under the account and not imported. They are imported or closed. */
export function UnmatchedCards({ account }: { account: Pick<CarrierDetail, 'id' | 'platform' | 'capabilities'> }) {
  const t = useText();
  const accountId = account.id;
  const [taking, setTaking] = useState<{ ids: string[]; clear: () => void }>();
  const closing = useDecision(closeUnmatchedCards, unmatchedDecided);

  const close = async (ids: string[], clear: () => void) => {
    const question = {
      title: t(words.closeQuestion, { n: countAmount(ids.length) }),
      body: <p>{t(words.closeNote)}</p>,
      confirm: t(verbs.close),
    };
    const answer = await closing.decide(question, { accountId, ids }, clear);
    if (answer) toast.success(t(words.closed, { n: countAmount(answer.closed) }));
  };

  return (
    <>
      <Findings
        list={listUnmatchedCards}
        accountId={accountId}
        states={UnmatchedState}
        columns={COLUMNS}
        looks={LOOKS}
        words={inventoryOf(account.capabilities) === 'none' ? { ...words.list, ...words.unlisted } : words.list}
        decisions={[
          {
            key: 'takeIn',
            label: words.takeIn,
            call: importUnmatchedCards,
            onPick: (ids, clear) => setTaking({ ids, clear }),
          },
          {
            key: 'close',
            label: verbs.close,
            call: closeUnmatchedCards,
            isRunning: closing.isRunning,
            onPick: (ids, clear) => void close(ids, clear),
          },
        ]}
      />
      {taking ? (
        <TakeIn
          accountId={accountId}
          platform={account.platform}
          ids={taking.ids}
          onTaken={taking.clear}
          onClose={() => setTaking(undefined)}
        />
      ) : null}
    </>
  );
}

function TakeIn(props: {
  accountId: string;
  platform: Platform;
  ids: string[];
  onTaken: () => void;
  onClose: () => void;
}) {
  const t = useText();
  return (
    <FormDrawer
      endpoint={importUnmatchedCards}
      title={t(words.takeInTitle, { n: countAmount(props.ids.length) })}
      intro={t(words.takeInNote)}
      initial={{ accountId: props.accountId, ids: props.ids }}
      fields={[
        {
          name: 'kind',
          kind: 'select',
          label: nouns.cardKind,
          options: CardKind.options.map(({ value, label }) => ({ value, label })),
        },
        {
          name: 'productCode',
          kind: 'own',
          label: nouns.product,
          control: ({ id, value, problem, onChange, values }) => (
            <ProductPicker
              id={id}
              platform={props.platform}
              kind={values['kind'] as number | undefined}
              value={value as string | undefined}
              problem={problem}
              onPick={(product) => onChange(product?.code)}
            />
          ),
        },
      ]}
      submit={words.takeIn}
      done={(answer) => {
        props.onTaken();
        return t(words.taken, { batchNo: answer.batchNo });
      }}
      onClose={props.onClose}
    />
  );
}
