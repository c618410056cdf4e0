import { ImportMode, importFromCarrier, importFromSegments } from '@cardinal/contract/api/cardImports/importSources.ts';
import {
  importOptions,
  importTemplate,
  listImports,
  uploadImport,
} from '@cardinal/contract/api/cardImports/imports.ts';
import { CardKind, CardSize } from '@cardinal/contract/enumerations/card.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { cutRemark } from '@cardinal/primitives/remark.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Grid } from '@cardinal/ui/layout/Grid.tsx';
import { TableSkeleton } from '@cardinal/ui/States.tsx';
import { Checkbox, Input, Segmented, Select } from 'antd';
import { lazy, Suspense, useId } from 'react';
import { describedBy, Field } from '../../../kit/Field.tsx';
import { AccountField, accountOf, CustomerField, ImportForm } from '../../../kit/sheetImport/ImportForm.tsx';
import type { ImportFormProps } from '../../../kit/sheetImport/importDesk.ts';
import { NO_SHEET, type SheetValues, useImportForm } from '../../../kit/sheetImport/useImportForm.ts';
import { NOTHING, type Selection } from '../../../kit/table/selection.ts';
import { useImportFile } from '../../../kit/upload/useImportFile.ts';
import { useRead } from '../../../kit/useRead.ts';
import { ProductPicker } from '../../../parts/catalogue/ProductPicker.tsx';
import { useInventory } from './ListFreshness.tsx';
import { NO_LINES, problemsOfLines, type SegmentLine, SegmentLines } from './SegmentLines.tsx';

const CarrierList = lazy(() => import('./CarrierList.tsx'));

const words = {
  fileHelp: text(
    '只读第一个工作表，最多 {rows} 行；按列标题识别，ICCID 列必填。模板的示例行不会导入。',
    'Only the first sheet is read, up to {rows} {rows|row|rows}. Columns are recognised by header; ICCID is required. The template’s example row is never imported.',
  ),
  defaults: text('本批默认值', 'Batch defaults'),
  accountHelp: text('ICCID 前缀须与通道的运营商一致。', 'ICCID prefixes must match the account’s carrier.'),
  noAccounts: text(
    '没有可用的通道，请先在「通道配置」中添加',
    'No carrier account available. Add one under Carrier accounts.',
  ),
  size: text('卡片规格', 'Card size'),
  sizeHelp: text('用于表中没有规格的行。', 'Used for rows without a size.'),
  allHelp: text('用于本批全部卡。', 'Applies to all cards of this batch.'),
  remarkHelp: text('用于表中没有备注的行。', 'Used for rows without a remark.'),
  productHelp: text(
    '只列出该通道和卡类型的产品；归属客户须已有该产品。',
    'Only products of this account’s carrier and card kind. The owner customer must have it.',
  ),
  unknown: text(
    '已确认号段归属未知的卡（898608）属于该通道',
    'I confirm that cards with the unknown prefix 898608 belong to this account',
  ),
  submitHint: text('校验不会写入任何卡。', 'Validation writes no cards.'),
};

type Values = SheetValues & {
  readonly mode: ImportMode;
  readonly rows: readonly SegmentLine[];
  readonly picked: Selection;
  readonly kind: CardKind;
  readonly size: CardSize | undefined;
  readonly remark: string;
  readonly productCode: string | undefined;
  readonly unknownPrefixConfirmed: boolean;
};
const EMPTY: Values = {
  ...NO_SHEET,
  mode: ImportMode.values.file,
  rows: NO_LINES,
  picked: NOTHING,
  kind: CardKind.values.flow,
  size: undefined,
  remark: '',
  productCode: undefined,
  unknownPrefixConfirmed: false,
};
const isSourced = ({ mode, file, rows, carrierAccountId }: Values): boolean =>
  mode === 'file'
    ? file !== undefined
    : mode === 'segment'
      ? rows.some(({ endIccid }) => endIccid !== '')
      : carrierAccountId !== undefined;

/** Source and defaults of a batch of cards. */
export default function NewImport(props: ImportFormProps) {
  const t = useText();
  const id = useId();
  const form = useImportForm(uploadImport, EMPTY, props, isSourced);
  const { values, problems, set } = form;
  const { rows: most } = useImportFile();
  const options = useRead(importOptions, {}, { isSilent: false });
  const accounts = options.data?.carrierAccounts;
  const carrierAccountId = accountOf(values.carrierAccountId, accounts ?? []);
  const platformOf = (accountId: string | undefined) => accounts?.find(({ id }) => id === accountId)?.platform;
  const platform = platformOf(carrierAccountId);
  const { mode, rows, picked, kind, size, remark, productCode, customerId, unknownPrefixConfirmed } = values;
  const inventory = useInventory(carrierAccountId, mode === 'pull');
  const productLabel = listImports.fields.productCode.label;
  const terms = () => ({
    needed: [
      ['carrierAccountId', nouns.carrierAccount, carrierAccountId],
      ['productCode', productLabel, productCode],
    ] as const,
    body: {
      carrierAccountId,
      kind,
      ...(customerId ? { customerId } : {}),
      ...(size ? { size } : {}),
      ...(remark ? { remark } : {}),
      productCode,
      ...(unknownPrefixConfirmed ? { unknownPrefixConfirmed } : {}),
      ...(mode === 'segment' ? { rows } : {}),
      ...(mode === 'pull' && picked.kind === 'rows' && picked.ids.size > 0 ? { ids: [...picked.ids] } : {}),
    },
    ...(mode === 'segment'
      ? { without: { call: importFromSegments, problems: problemsOfLines(rows, platform, t) } }
      : {}),
    ...(mode === 'pull' ? { without: { call: importFromCarrier, problems: {} } } : {}),
  });
  const account = (
    <AccountField
      name="carrierAccountId"
      label={nouns.carrierAccount}
      help={words.accountHelp}
      none={words.noAccounts}
      problem={problems['carrierAccountId']}
      accounts={accounts}
      value={carrierAccountId}
      onValue={(value) => {
        set('carrierAccountId', value);
        set('picked', NOTHING);
        if (platformOf(value) !== platform) set('productCode', undefined);
      }}
    />
  );
  const source = {
    file: undefined,
    segment: (
      <SegmentLines lines={rows} platform={platform} problems={problems} onLines={(lines) => set('rows', lines)} />
    ),
    pull: (
      <>
        {account}
        <Suspense fallback={<TableSkeleton rows={6} columns={3} />}>
          <CarrierList
            carrierAccountId={carrierAccountId}
            query={inventory}
            picked={picked}
            onPicked={(next) => set('picked', next)}
          />
        </Suspense>
      </>
    ),
  }[mode];
  return (
    <ImportForm
      template={importTemplate}
      form={form}
      fileHelp={t(words.fileHelp, { rows: countAmount(most) })}
      heading={words.defaults}
      hint={words.submitHint}
      terms={terms}
      way={
        <Segmented
          aria-label={t(ImportMode.title)}
          value={mode}
          options={ImportMode.options.map(({ value, label }) => ({ value, label: t(label) }))}
          onChange={(next) => set('mode', next)}
        />
      }
      source={source}
    >
      {mode === 'pull' ? null : account}
      <Grid columns="medium" gap="l">
        <CustomerField form={form} />
        <Field id={`${id}-kind`} label={t(CardKind.title)}>
          <Select
            id={`${id}-kind`}
            value={kind}
            options={CardKind.options.map(({ value, label }) => ({ value, label: t(label) }))}
            onChange={(value) => {
              set('kind', value);
              set('productCode', undefined);
            }}
          />
        </Field>
      </Grid>
      <Grid columns="medium" gap="l">
        <div data-field="productCode">
          <Field
            id={`${id}-product`}
            label={t(productLabel)}
            isRequired
            help={t(words.productHelp)}
            problem={problems['productCode']}
          >
            <ProductPicker
              id={`${id}-product`}
              platform={platform}
              kind={kind}
              value={productCode}
              problem={problems['productCode']}
              onPick={(product) => set('productCode', product?.code)}
            />
          </Field>
        </div>
        <Field id={`${id}-size`} label={t(words.size)} help={t(mode === 'file' ? words.sizeHelp : words.allHelp)}>
          <Select
            id={`${id}-size`}
            allowClear
            value={size ?? null}
            options={CardSize.options.map(({ value, label }) => ({ value, label: t(label) }))}
            onChange={(value) => set('size', value ?? undefined)}
          />
        </Field>
      </Grid>
      <div data-field="remark">
        <Field
          id={`${id}-remark`}
          label={t(nouns.remark)}
          help={t(mode === 'file' ? words.remarkHelp : words.allHelp)}
          problem={problems['remark']}
        >
          <Input
            {...describedBy(`${id}-remark`, { help: true, problem: problems['remark'] })}
            value={remark}
            status={problems['remark'] ? 'error' : ''}
            onChange={(event) => set('remark', cutRemark(event.target.value))}
          />
        </Field>
      </div>
      <Checkbox
        checked={unknownPrefixConfirmed}
        onChange={(event) => set('unknownPrefixConfirmed', event.target.checked)}
      >
        {t(words.unknown)}
      </Checkbox>
    </ImportForm>
  );
}
