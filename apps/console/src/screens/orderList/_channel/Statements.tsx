import * as api from '@cardinal/contract/api/channelStatements/statements.ts';
import { SalesPlatform } from '@cardinal/contract/enumerations/order.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount, moneyAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Grid } from '@cardinal/ui/layout/Grid.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { Button, Select } from 'antd';
import { lazy, Suspense, useId } from 'react';
import { CallButton } from '../../../kit/CallButton.tsx';
import { describedBy, Field } from '../../../kit/Field.tsx';
import type { ColumnSpec } from '../../../kit/list/columns.tsx';
import { ListScreen } from '../../../kit/list/ListScreen.tsx';
import { useLiveList } from '../../../kit/list/useLiveList.ts';
import { saveFile } from '../../../kit/saveFile.ts';
import { ImportForm } from '../../../kit/sheetImport/ImportForm.tsx';
import { ImportSheet } from '../../../kit/sheetImport/ImportSheet.tsx';
import type { ImportDesk, ImportFormProps } from '../../../kit/sheetImport/importDesk.ts';
import { IMPORT_LOOKS } from '../../../kit/sheetImport/importLooks.ts';
import { NO_SHEET, type SheetValues, useImportForm } from '../../../kit/sheetImport/useImportForm.ts';
import { useOpenBatch } from '../../../kit/sheetImport/useOpenBatch.ts';

const DayInput = lazy(() => import('../../../kit/form/DayInput.tsx'));

type Statement = AnswerOf<typeof api.readChannelStatement>;

const words = {
  none: text('还没有对账单', 'No statements yet'),
  noneHint: text(
    '导入销售平台的对账单，与平台的订单逐笔核对。',
    'Import the statement of a shop; every row is compared with an order.',
  ),
  add: text('导入对账单', 'Import statement'),
  batch: text('对账单 {batchNo}', 'Statement {batchNo}'),
  subject: api.listChannelStatements.summary,
  n: text('{n} 行', '{n} {n|row|rows}'),
  start: text('导入 {what}', 'Apply {what}'),
  cancelled: text('已放弃，没有改动', 'Discarded. Nothing was changed.'),
  done: text('对账单已与平台订单核对。', 'The statement was compared with your orders.'),
  see: text('查看差异', 'View differences'),
  good: text('可导入', 'To apply'),
  already: api.listChannelStatements.fields.already.label,
  file: text(
    'xls 或 xlsx。每行一笔订单，须有对方订单号、下单时间、金额、结算金额、状态，以及 ICCID 或兑换码。',
    'xls or xlsx, one row for each order: their order number, time, amount, settlement and state, and an ICCID or a redeem code.',
  ),
  terms: text('对账范围', 'What it covers'),
  platform: SalesPlatform.title,
  from: text('账期开始', 'From'),
  to: text('账期结束', 'To'),
  period: text('账期', 'Period'),
  zone: text(
    '时间按中国时间。账期内平台有、对账单没有的订单算渠道缺少。',
    'Times are China’s. An order of the period that no row names is missing there.',
  ),
  hint: text('校验不会改动任何订单。', 'The check changes no order.'),
  kinds: text(
    '新增 {fresh} 行，更新 {changed} 行；结算 {settled} {currency}',
    '{fresh} new, {changed} changed; {settled} {currency} settled',
  ),
  found: text('发现 {n} 处差异', '{n} {n|difference|differences} found'),
};

type Values = SheetValues & {
  readonly salesPlatform: number | undefined;
  readonly periodFrom: string | undefined;
  readonly periodTo: string | undefined;
};
const EMPTY: Values = { ...NO_SHEET, salesPlatform: undefined, periodFrom: undefined, periodTo: undefined };

function NewStatement(props: ImportFormProps) {
  const t = useText();
  const form = useImportForm(api.uploadChannelStatement, EMPTY, props);
  const { values, problems, set } = form;
  const id = useId();
  const platformProblem = problems['salesPlatform'];
  const day = (name: 'periodFrom' | 'periodTo', label: typeof words.from) => (
    <div data-field={name}>
      <Field id={`${id}-${name}`} label={t(label)} isRequired problem={problems[name]}>
        <Suspense fallback={null}>
          <DayInput
            id={`${id}-${name}`}
            value={values[name]}
            onChange={(value) => set(name, value)}
            problem={problems[name]}
          />
        </Suspense>
      </Field>
    </div>
  );
  return (
    <ImportForm
      template={api.channelStatementTemplate}
      form={form}
      fileHelp={t(words.file)}
      heading={words.terms}
      hint={words.hint}
      terms={() => ({
        needed: [
          ['salesPlatform', words.platform, values.salesPlatform?.toString()],
          ['periodFrom', words.from, values.periodFrom],
          ['periodTo', words.to, values.periodTo],
        ],
        body: { salesPlatform: values.salesPlatform, periodFrom: values.periodFrom, periodTo: values.periodTo },
      })}
    >
      <Stack>
        <div data-field="salesPlatform">
          <Field id={id} label={t(words.platform)} isRequired problem={platformProblem}>
            <Select
              {...describedBy(id, { help: false, problem: platformProblem })}
              status={platformProblem ? 'error' : ''}
              value={values.salesPlatform ?? null}
              options={SalesPlatform.options.map(({ value, label }) => ({ value, label: t(label) }))}
              onChange={(value) => set('salesPlatform', value ?? undefined)}
            />
          </Field>
        </div>
        <Grid columns={2}>
          {day('periodFrom', words.from)}
          {day('periodTo', words.to)}
        </Grid>
        <Paragraph ink="secondary">{t(words.zone)}</Paragraph>
      </Stack>
    </ImportForm>
  );
}

function Kinds({ batch }: { batch: Statement }) {
  const t = useText();
  const { fresh, changed, settled, currency, state, differences } = batch;
  if (state === 'done') return <Paragraph>{t(words.found, { n: countAmount(differences) })}</Paragraph>;
  return state === 'waiting' ? (
    <Paragraph>{t(words.kinds, { fresh, changed, settled: moneyAmount(settled, currency), currency })}</Paragraph>
  ) : null;
}

const DESK: ImportDesk<Statement> = {
  detail: api.readChannelStatement,
  upload: api.uploadChannelStatement,
  template: api.channelStatementTemplate,
  wrongRows: api.wrongChannelStatementRows,
  decide: api.decideChannelStatement,
  cancel: api.cancelChannelStatement,
  topic: api.CHANNEL_STATEMENT_PROGRESS,
  idKey: 'channelStatementId',
  words: { ...words, subject: text('对方订单号', 'Their order number') },
  formSteps: [nouns.file],
  Form: NewStatement,
  facts: (batch, t) => [
    { label: words.platform, value: t(SalesPlatform.labelOf(batch.salesPlatform)) },
    { label: words.period, value: `${batch.periodFrom} – ${batch.periodTo}` },
  ],
  choices: ({ good, already }, t) => [
    { value: 'all', label: t(words.n, { n: countAmount(good || already) }), going: good || already },
  ],
  subjectOf: ({ subject }) => subject,
  broughtBy: () => '/orderList/channelOrderList?tab=differences&open=true',
  UnderFigures: Kinds,
};

const COLUMNS: readonly ColumnSpec<typeof api.listChannelStatements>[] = [
  { field: 'createdAt', pinned: 'left', width: 160 },
  { field: 'salesPlatform', width: 110 },
  { field: 'periodFrom', width: 110 },
  { field: 'periodTo', width: 110 },
  { field: 'state', width: 120 },
  { field: 'rows', width: 80 },
  { field: 'fresh', width: 80 },
  { field: 'changed', width: 90 },
  { field: 'already', width: 100 },
  { field: 'bad', width: 80 },
  { field: 'differences', width: 130 },
  { field: 'fileName', width: 200 },
  { field: 'operator', width: 120 },
  { field: 'batchNo', width: 150 },
  { field: 'finishedAt', isOff: true },
];

/** The statements of shops that were imported, and importing one. */
export default function Statements() {
  const t = useText();
  const [opened, open] = useOpenBatch();
  useLiveList(api.listChannelStatements, api.CHANNEL_STATEMENT_PROGRESS);
  const add = (
    <CallButton call={api.uploadChannelStatement} type="primary" onClick={() => open('new')}>
      {t(words.add)}
    </CallButton>
  );
  return (
    <>
      <ListScreen
        list={api.listChannelStatements}
        columns={COLUMNS}
        filters={['salesPlatform', 'periodFrom', 'state', 'createdAt', 'fileName', 'batchNo', 'operator']}
        looks={{ state: IMPORT_LOOKS }}
        rowName={(row) => row.batchNo}
        actions={
          <>
            <Button onClick={() => void saveFile(api.channelStatementTemplate, {})}>
              {t(api.channelStatementTemplate.summary)}
            </Button>
            {add}
          </>
        }
        rowActions={(row) => [
          { key: 'view', label: t(nouns.details), call: api.readChannelStatement, onPick: () => open(row.id) },
        ]}
        empty={{ title: words.none, hint: words.noneHint, action: add }}
      />
      <ImportSheet desk={DESK} opened={opened} onOpen={open} />
    </>
  );
}
