import { importOptions, importTemplate, listImports, uploadImport } from '@cardinal/contract/api/cards/imports.ts';
import { CardKind, CardSize, Platform } from '@cardinal/contract/enumerations/card.ts';
import { selectKind } from '@cardinal/primitives/formKinds.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Select } from 'antd';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { call } from '../../../http/call.ts';
import { isFailure, isUnclear } from '../../../http/failure.ts';
import { AttemptKey } from '../../../http/idempotencyKey.ts';
import { describedBy, Field } from '../../../kit/Field.tsx';
import { type FieldProblems, FORM_ERROR, problemsFrom } from '../../../kit/formProblems.ts';
import { saveFile } from '../../../kit/saveFile.ts';
import { UploadField } from '../../../kit/UploadField.tsx';
import type { CheckedFile } from '../../../kit/upload/checkFile.ts';
import { sendUpload } from '../../../kit/upload/sendUpload.ts';
import { useImportFile } from '../../../kit/upload/useImportFile.ts';
import { toast } from '../../../shell/toasts.ts';
import { ProductPicker } from '../../product/_products/ProductPicker.tsx';
import { CustomerChoice } from './CustomerChoice.tsx';

const words = {
  file: text('导入文件', 'Import file'),
  fileHelp: text(
    '只读第一个工作表，最多 {rows} 行；按列标题识别，ICCID 列必填。',
    'First sheet only, {rows} {rows|row|rows} at most; columns are known by their titles, ICCID is required.',
  ),
  missingFile: text('请上传导入文件', 'Please upload the import file'),
  template: text('下载模板', 'Download the template'),
  defaults: text('本批默认值', 'Defaults of this batch'),
  account: text('通道', 'Carrier account'),
  accountHelp: text('ICCID 前缀须与通道的运营商一致。', 'ICCID prefixes must belong to the account’s carrier.'),
  noAccounts: text(
    '没有可用的通道，请先在「通道配置」中添加',
    'No carrier account yet; add one under Carrier accounts',
  ),
  customer: text('归属客户', 'Customer'),
  customerHelp: text('不选则归属本客户。', 'Your own customer unless chosen.'),
  size: text('卡片规格', 'Card size'),
  sizeHelp: text('用于表中没有规格的行。', 'For rows that name none.'),
  productHelp: text(
    '与通道同一运营商；归属客户须已有该产品。',
    'Of the account’s carrier; whoever gets the cards must have it.',
  ),
  unknown: text(
    '已确认号段归属未知的卡（898608）属于该通道',
    'Cards of unknown prefix (898608) do belong to this account',
  ),
  submit: text('上传并校验', 'Upload and check'),
  submitHint: text('校验不会写入任何卡。', 'The check writes no card.'),
};

type Values = {
  file: CheckedFile | undefined;
  carrierAccountId: string | undefined;
  kind: CardKind;
  customerId: string | undefined;
  size: CardSize | undefined;
  productCode: string | undefined;
  unknownPrefixConfirmed: boolean;
};
const EMPTY: Values = {
  file: undefined,
  carrierAccountId: undefined,
  kind: CardKind.values.flow,
  customerId: undefined,
  size: undefined,
  productCode: undefined,
  unknownPrefixConfirmed: false,
};

/** Source and defaults of a batch; what comes back is the batch whose check has begun. */
export function NewImport(props: {
  onDirty: (isDirty: boolean) => void;
  onStep: (step: number) => void;
  onSent: (batchId: string) => void;
}) {
  const { onDirty, onStep, onSent } = props;
  const t = useText();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const key = useRef(new AttemptKey());
  const [values, setValues] = useState(EMPTY);
  const [problems, setProblems] = useState<FieldProblems>({});
  const [sent, setSent] = useState<number>();
  const [isReading, setIsReading] = useState(false);
  const options = useQuery({
    queryKey: [importOptions.name],
    queryFn: ({ signal }) => call(importOptions, {}, { signal }),
  });
  const accounts = options.data?.carrierAccounts ?? [];
  const importFile = useImportFile();
  const only = accounts.length === 1 ? accounts[0]?.id : undefined;
  const carrierAccountId = values.carrierAccountId ?? only;
  useEffect(() => onDirty(values !== EMPTY), [values, onDirty]);
  useEffect(() => onStep(values.file ? 1 : 0), [values.file, onStep]);

  const set = <K extends keyof Values>(name: K, value: Values[K]) => {
    setValues((before) => ({ ...before, [name]: value }));
    setProblems(({ [name]: _, ...others }) => others);
  };
  const refuse = (found: FieldProblems) => {
    setProblems(found);
    toast.warning(t(FORM_ERROR));
    form.current?.querySelector<HTMLElement>(`[data-field="${Object.keys(found)[0]}"] :is(input, button)`)?.focus();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (sent !== undefined) return;
    const { file, customerId, size, productCode, ...rest } = values;
    const account = selectKind({ name: words.account })(carrierAccountId);
    const product = selectKind({ name: listImports.fields.productCode.label })(productCode);
    if (!file || account || !carrierAccountId || product || !productCode) {
      return refuse({
        ...(file ? {} : { file: t(words.missingFile) }),
        ...(account ? { carrierAccountId: t(account.text, account.facts) } : {}),
        ...(product ? { productCode: t(product.text, product.facts) } : {}),
      });
    }
    const body = {
      carrierAccountId,
      kind: rest.kind,
      ...(customerId ? { customerId } : {}),
      ...(size ? { size } : {}),
      productCode,
      ...(rest.unknownPrefixConfirmed ? { unknownPrefixConfirmed: true } : {}),
    };
    setSent(0);
    try {
      const idempotencyKey = key.current.next(JSON.stringify([body, file.sha256]));
      const { batchId } = await sendUpload(uploadImport, { body, file: file.file }, { sent: setSent, idempotencyKey });
      key.current.close();
      onSent(batchId);
    } catch (error) {
      setSent(undefined);
      if (!isUnclear(error)) key.current.close();
      if (!isFailure(error)) throw error;
      const fields = problemsFrom(error.fields);
      if (fields) refuse(fields);
      else if (error.kind !== 'session' && error.kind !== 'cancelled') toast.error(error.message);
    }
  };

  const accountProblem =
    problems['carrierAccountId'] ?? (options.data && accounts.length === 0 ? t(words.noAccounts) : undefined);
  return (
    <form ref={form} className="import-form" onSubmit={submit} noValidate>
      <div data-field="file">
        <UploadField
          label={t(words.file)}
          demand={importFile.demand}
          value={values.file}
          onValue={(file) => set('file', file)}
          onReading={setIsReading}
          problem={problems['file']}
          sent={sent}
          help={
            <>
              {t(words.fileHelp, { rows: countAmount(importFile.rows) })}{' '}
              <button type="button" className="link-button" onClick={() => void saveFile(importTemplate, {})}>
                {t(words.template)}
              </button>
            </>
          }
        />
      </div>
      <h2>{t(words.defaults)}</h2>
      <div data-field="carrierAccountId">
        <Field
          id={`${id}-account`}
          label={t(words.account)}
          isRequired
          help={t(words.accountHelp)}
          problem={accountProblem}
        >
          <Select
            {...describedBy(`${id}-account`, { help: true, problem: accountProblem })}
            loading={options.isPending}
            showSearch={{ optionFilterProp: 'label' }}
            value={carrierAccountId ?? null}
            status={accountProblem ? 'error' : ''}
            options={accounts.map((account) => ({
              value: account.id,
              label: `${account.name} · ${t(Platform.labelOf(account.platform))}`,
            }))}
            onChange={(value) => set('carrierAccountId', value ?? undefined)}
          />
        </Field>
      </div>
      <div className="import-pair">
        <Field id={`${id}-kind`} label={t(CardKind.title)}>
          <Select
            id={`${id}-kind`}
            value={values.kind}
            options={CardKind.options.map(({ value, label }) => ({ value, label: t(label) }))}
            onChange={(value) => set('kind', value)}
          />
        </Field>
        <Field id={`${id}-size`} label={t(words.size)} help={t(words.sizeHelp)}>
          <Select
            id={`${id}-size`}
            allowClear
            value={values.size ?? null}
            options={CardSize.options.map(({ value, label }) => ({ value, label: t(label) }))}
            onChange={(value) => set('size', value ?? undefined)}
          />
        </Field>
      </div>
      <div className="import-pair">
        <Field
          id={`${id}-customer`}
          label={t(words.customer)}
          help={t(words.customerHelp)}
          problem={problems['customerId']}
        >
          <CustomerChoice
            id={`${id}-customer`}
            value={values.customerId}
            onValue={(customerId) => set('customerId', customerId)}
          />
        </Field>
        <div data-field="productCode">
          <Field
            id={`${id}-product`}
            label={t(listImports.fields.productCode.label)}
            isRequired
            help={t(words.productHelp)}
            problem={problems['productCode']}
          >
            <ProductPicker
              id={`${id}-product`}
              platform={accounts.find((account) => account.id === carrierAccountId)?.platform}
              value={values.productCode}
              problem={problems['productCode']}
              onPick={(product) => {
                set('productCode', product?.code);
                if (product) set('kind', product.kind);
              }}
            />
          </Field>
        </div>
      </div>
      <Checkbox
        checked={values.unknownPrefixConfirmed}
        onChange={(event) => set('unknownPrefixConfirmed', event.target.checked)}
      >
        {t(words.unknown)}
      </Checkbox>
      <div className="import-actions">
        <span>{t(words.submitHint)}</span>
        <Button type="primary" htmlType="submit" disabled={isReading} loading={sent !== undefined}>
          {t(words.submit)}
        </Button>
      </div>
    </form>
  );
}
