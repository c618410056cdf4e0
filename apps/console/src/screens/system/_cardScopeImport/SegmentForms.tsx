import { editCardScope, importCardScopes, listCardScopes } from '@cardinal/contract/api/cardImports/cardScopes.ts';
import { importOptions } from '@cardinal/contract/api/cardImports/imports.ts';
import { CardSize, Platform } from '@cardinal/contract/enumerations/card.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import { bodyOf, type FormField, type FormFields, type Values } from '../../../kit/form/formFields.ts';
import { useRead } from '../../../kit/useRead.ts';
import { ProductPicker } from '../../../parts/catalogue/ProductPicker.tsx';
import { SegmentRows } from './SegmentRows.tsx';
import { segmentRows } from './segmentRows.ts';

const words = {
  rowsHelp: text(
    '每行一个号段：起始号码 结束号码，可粘贴或上传表格（首行为表头，前两列）；每行跨度不超过 10000，最多 10000 行。',
    'One segment per line: start and end number. Paste or upload a sheet (header row, first two columns). At most 10,000 numbers per segment and 10,000 lines.',
  ),
  edit: text('编辑号段 {name}', 'Edit {name}'),
  editNote: text(
    '只影响尚未生成的卡；已有的卡不变。',
    'Affects only cards not yet created. Existing cards are unchanged.',
  ),
  done: text(
    '已登记 {segments} 个号段，共 {numbers} 个号码',
    '{segments} {segments|segment|segments} registered, {numbers} {numbers|number|numbers}',
  ),
  saved: text('号段已保存', 'Segment saved'),
};

const SHARED: FormFields = [
  {
    name: 'size',
    kind: 'select',
    options: CardSize.options.map(({ value, label }) => ({ value, label })),
  },
  { name: 'deliveryNote', kind: 'text', maxLength: 64 },
];

/** The products of the carrier of the account chosen in the form, or of the segment. */
const productField = (platformOf: (values: Values) => number | undefined): FormField => ({
  name: 'productCode',
  kind: 'own',
  control: ({ id, value, problem, onChange, values }) => (
    <ProductPicker
      id={id}
      platform={platformOf(values)}
      value={value as string | undefined}
      problem={problem}
      onPick={(product) => onChange(product?.code)}
    />
  ),
});

export function RegisterSegments(props: { onClose: () => void }) {
  const t = useText();
  const { data } = useRead(importOptions);
  const fields: FormFields = [
    {
      name: 'carrierAccountId',
      kind: 'select',
      label: nouns.carrierAccount,
      isSearchable: true,
      options: (data?.carrierAccounts ?? []).map(({ id, name, platform }) => {
        const { zh, en } = Platform.labelOf(platform);
        return { value: id, label: text(`${name} · ${zh}`, `${name} · ${en}`) };
      }),
    },
    productField(({ carrierAccountId }) => data?.carrierAccounts.find(({ id }) => id === carrierAccountId)?.platform),
    {
      name: 'rows',
      kind: 'own',
      isTyped: true,
      label: nouns.segments,
      help: words.rowsHelp,
      control: ({ id, value, problem, onChange }) => (
        <SegmentRows id={id} value={value} problem={problem} onChange={onChange} />
      ),
    },
    ...SHARED,
  ];
  return (
    <FormDrawer
      endpoint={importCardScopes}
      title={t(verbs.registerSegments)}
      labels={listCardScopes.fields}
      fields={fields}
      toBody={({ rows, ...values }) => ({
        ...bodyOf(importCardScopes.body, fields, values),
        rows: segmentRows(String(rows ?? '')),
      })}
      done={({ segments, numbers }) =>
        t(words.done, { segments: countAmount(segments), numbers: countAmount(numbers) })
      }
      onClose={props.onClose}
    />
  );
}

export function EditSegment(props: { segment: RowOf<typeof listCardScopes>; onClose: () => void }) {
  const t = useText();
  const { segment } = props;
  const fields = [productField(() => segment.platform), ...SHARED];
  return (
    <FormDrawer
      endpoint={editCardScope}
      title={t(words.edit, { name: `${segment.startIccid}-${segment.endIccid.slice(-6)}` })}
      intro={t(words.editNote)}
      labels={listCardScopes.fields}
      fields={fields}
      initial={{
        id: segment.id,
        productCode: segment.productCode,
        size: segment.size ?? undefined,
        deliveryNote: segment.deliveryNote ?? undefined,
      }}
      done={t(words.saved)}
      onClose={props.onClose}
    />
  );
}
