import * as api from '@cardinal/contract/api/packages/priceSheets.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { RowsAtFault } from '../../../kit/import/RowsAtFault.tsx';
import { ImportForm } from '../../../kit/sheetImport/ImportForm.tsx';
import { ImportSheet } from '../../../kit/sheetImport/ImportSheet.tsx';
import type { ImportDesk, ImportFormProps } from '../../../kit/sheetImport/importDesk.ts';
import { NO_SHEET, useImportForm } from '../../../kit/sheetImport/useImportForm.ts';
import type { OpenBatch } from '../../../kit/sheetImport/useOpenBatch.ts';

type PriceSheet = AnswerOf<typeof api.readPriceSheet>;

const words = {
  add: text('导入价格表', 'Import price sheet'),
  batch: text('价格表 {batchNo}', 'Price sheet {batchNo}'),
  subject: text('客户和套餐编码', 'Child and package code'),
  n: text('{n} 行价格', '{n} {n|price|prices}'),
  start: text('应用 {what}', 'Apply {what}'),
  done: text(
    '未到生效日期的价格在列表中显示为「待生效」。',
    'Prices with a later date are shown in the list as waiting.',
  ),
  cancelled: text('已放弃，没有写入更多价格', 'Discarded. No further price was written.'),
  see: text('查看套餐分配', 'View package distribution'),
  good: text('可应用', 'To apply'),
  already: text('没有变化', 'Unchanged'),
  download: text('下载当前价格表', 'Download current prices'),
  file: text(
    '每行是一个下级的一个套餐；客户编码、套餐编码、结算价必填。其余客户和套餐不受影响。',
    'One row for each package of a child. Child code, package code and reserve price are required. Whatever the sheet does not name stays as it is.',
  ),
  empty: text(
    '最低售价留空同结算价，建议价留空同最低售价；金额以下级的币种计。',
    'Left empty, the floor is the reserve price and the suggestion is the floor. Amounts are in the child’s currency.',
  ),
  from: text(
    '生效日期留空则立即生效；填写则须是将来的日期。下级还没有的套餐立即分配。',
    'Prices begin at once, or on a later date if one is given. A package the child does not have is distributed at once.',
  ),
  hint: text('校验不会写入任何价格。', 'The check writes no price.'),
  kinds: text('新分配 {fresh} 行，调价 {changed} 行', '{fresh} new, {changed} repriced'),
  warned: text('应用前请确认', 'Check before applying'),
  all: text('应用全部 {n} 行', 'Apply all {n} rows'),
  allHint: text(
    '低于最低售价的客户暂停销售，直到调价',
    'Customers below their price floor stop selling until repriced',
  ),
  withoutWarned: text('不应用有提醒的 {n} 行', 'Leave out {n} rows with warnings'),
};

function NewPriceSheet(props: ImportFormProps) {
  const t = useText();
  const form = useImportForm(api.uploadPriceSheet, NO_SHEET, props);
  return (
    <ImportForm
      template={api.downloadPriceSheet}
      templateLabel={words.download}
      form={form}
      fileHelp={t(words.file)}
      heading={nouns.rules}
      hint={words.hint}
      terms={() => ({ needed: [], body: {} })}
    >
      <Stack gap="s" ink="secondary">
        <Paragraph>{t(words.empty)}</Paragraph>
        <Paragraph>{t(words.from)}</Paragraph>
      </Stack>
    </ImportForm>
  );
}

const Kinds = ({ batch: { fresh, changed, state } }: { batch: PriceSheet }) => {
  const t = useText();
  return state === 'waiting' ? <Paragraph>{t(words.kinds, { fresh, changed })}</Paragraph> : null;
};

function Warned({ batch }: { batch: PriceSheet }) {
  const t = useText();
  if (batch.warnedRows.length === 0) return null;
  return (
    <Stack as="section" gap="s">
      <h2>{t(words.warned)}</h2>
      <RowsAtFault
        title={t(words.warned)}
        columns={[nouns.row, words.subject, nouns.warning]}
        rows={batch.warnedRows.map((row) => ({ ...row, value: row.subject }))}
      />
    </Stack>
  );
}

const DESK: ImportDesk<PriceSheet> = {
  detail: api.readPriceSheet,
  upload: api.uploadPriceSheet,
  template: api.downloadPriceSheet,
  wrongRows: api.wrongPriceRows,
  decide: api.decidePriceSheet,
  cancel: api.cancelPriceSheet,
  topic: api.PRICE_SHEET_PROGRESS,
  idKey: 'priceSheetId',
  words,
  formSteps: [nouns.file],
  Form: NewPriceSheet,
  facts: () => [],
  choices: ({ good, warned }, t) => [
    ...(warned > 0
      ? [
          {
            value: 'withoutWarned',
            label: t(words.withoutWarned, { n: countAmount(warned) }),
            going: good - warned,
          },
        ]
      : []),
    {
      value: 'all',
      label: t(words.all, { n: countAmount(good) }),
      ...(warned > 0 ? { hint: t(words.allHint) } : {}),
      going: good,
    },
  ],
  subjectOf: ({ subject }) => subject,
  broughtBy: () => '/packageManagement/packageDistribute',
  UnderFigures: Kinds,
  OverWrong: Warned,
};

/** Prices of many packages for many children from one sheet: checked first, then applied. */
export default function PriceSheetImport(props: { opened: OpenBatch; onOpen: (batch: OpenBatch) => void }) {
  return <ImportSheet desk={DESK} {...props} />;
}
