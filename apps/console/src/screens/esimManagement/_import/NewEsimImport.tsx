import { chipImports, numberImports } from '@cardinal/contract/api/esim/imports.ts';
import { Platform } from '@cardinal/contract/enumerations/card.ts';
import { selectKind } from '@cardinal/primitives/formKinds.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
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
import { CustomerChoice } from '../../system/_importCard/CustomerChoice.tsx';
import { wordsOf } from './importWords.ts';
import { type ImportApi, isOfChips } from './useEsimBatch.ts';

const words = {
  file: text('导入文件', 'Import file'),
  missingFile: text('请上传导入文件', 'Please upload the import file'),
  template: text('下载模板', 'Download the template'),
  shared: text('整批相同', 'The same for the whole sheet'),
  smdp: text('SM-DP+ 通道', 'SM-DP+ account'),
  noAccounts: text('没有可用的通道，请先在「通道配置」中添加', 'No such account yet; add one under Carrier accounts'),
  customer: text('归属客户', 'Customer'),
  customerHelp: text('不选则归属本客户。', 'Your own customer unless chosen.'),
  currency: text('成本币种', 'Currency of the costs'),
  takes: text(
    '表中已在库的普通卡转为码号（否则这些行不导入）',
    'Turn existing cards of the sheet into code numbers (otherwise their rows stay out)',
  ),
  submit: text('上传并校验', 'Upload and check'),
  submitHint: text('校验不会写入任何数据。', 'The check writes nothing.'),
};
const CURRENCIES = ['CNY', 'USD', 'EUR', 'HKD', 'JPY', 'GBP'];

type Values = {
  file: CheckedFile | undefined;
  carrierAccountId: string | undefined;
  smdpAccountId: string | undefined;
  customerId: string | undefined;
  currency: string;
  takesCards: boolean;
};
const EMPTY: Values = {
  file: undefined,
  carrierAccountId: undefined,
  smdpAccountId: undefined,
  customerId: undefined,
  currency: 'CNY',
  takesCards: false,
};

/** The file and what its rows have in common; what comes back is the batch whose check has begun. */
export function NewEsimImport(props: {
  api: ImportApi;
  onDirty: (isDirty: boolean) => void;
  onSent: (batchId: string) => void;
}) {
  const { api, onDirty, onSent } = props;
  const t = useText();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const key = useRef(new AttemptKey());
  const [values, setValues] = useState(EMPTY);
  const [problems, setProblems] = useState<FieldProblems>({});
  const [sent, setSent] = useState<number>();
  const [isReading, setIsReading] = useState(false);
  const options = useQuery({
    queryKey: [api.options.name],
    queryFn: ({ signal }) => call(api.options, {}, { signal }),
  });
  const isChips = isOfChips(api);
  const own = wordsOf(api);
  const importFile = useImportFile();
  const accounts = options.data?.carrierAccounts ?? [];
  const smdps = options.data?.smdpAccounts ?? [];
  const carrierAccountId = values.carrierAccountId ?? (accounts.length === 1 ? accounts[0]?.id : undefined);
  const smdpAccountId = values.smdpAccountId ?? (smdps.length === 1 ? smdps[0]?.id : undefined);
  useEffect(() => onDirty(values !== EMPTY), [values, onDirty]);

  const set = <K extends keyof Values>(name: K, value: Values[K]) => {
    setValues((before) => ({ ...before, [name]: value }));
    setProblems(({ [name]: _, ...others }) => others);
  };
  const refuse = (found: FieldProblems) => {
    setProblems(found);
    toast.warning(t(FORM_ERROR));
    form.current?.querySelector<HTMLElement>(`[data-field="${Object.keys(found)[0]}"] :is(input, button)`)?.focus();
  };
  const send = (file: CheckedFile, accountId: string) => {
    const shared = { carrierAccountId: accountId, ...(values.customerId ? { customerId: values.customerId } : {}) };
    const of = (body: object) => ({
      sent: setSent,
      idempotencyKey: key.current.next(JSON.stringify([body, file.sha256])),
    });
    if (isChips) return sendUpload(chipImports.upload, { body: shared, file: file.file }, of(shared));
    const body = {
      ...shared,
      smdpAccountId: smdpAccountId ?? '',
      currency: values.currency,
      ...(values.takesCards ? { takesCards: true } : {}),
    };
    return sendUpload(numberImports.upload, { body, file: file.file }, of(body));
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (sent !== undefined) return;
    const { file } = values;
    const missing = (name: Text, value: string | undefined) => {
      const found = selectKind({ name })(value);
      return found && t(found.text, found.facts);
    };
    const account = missing(own.account, carrierAccountId);
    const smdp = isChips ? undefined : missing(words.smdp, smdpAccountId);
    if (!file || account || smdp || !carrierAccountId) {
      return refuse({
        ...(file ? {} : { file: t(words.missingFile) }),
        ...(account ? { carrierAccountId: account } : {}),
        ...(smdp ? { smdpAccountId: smdp } : {}),
      });
    }
    setSent(0);
    try {
      const { batchId } = await send(file, carrierAccountId);
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

  const accountField = (
    name: 'carrierAccountId' | 'smdpAccountId',
    label: Text,
    value: string | undefined,
    from: typeof accounts,
  ) => {
    const problem = problems[name] ?? (options.data && from.length === 0 ? t(words.noAccounts) : undefined);
    return (
      <div data-field={name}>
        <Field id={`${id}-${name}`} label={t(label)} isRequired problem={problem}>
          <Select
            {...describedBy(`${id}-${name}`, { problem })}
            loading={options.isPending}
            showSearch={{ optionFilterProp: 'label' }}
            value={value ?? null}
            status={problem ? 'error' : ''}
            options={from.map((account) => ({
              value: account.id,
              label: `${account.name} · ${t(Platform.labelOf(account.platform))}`,
            }))}
            onChange={(picked) => set(name, picked ?? undefined)}
          />
        </Field>
      </div>
    );
  };
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
              {t(own.sheet)}{' '}
              <button type="button" className="link-button" onClick={() => void saveFile(api.template, {})}>
                {t(words.template)}
              </button>
            </>
          }
        />
      </div>
      <h2>{t(words.shared)}</h2>
      {accountField('carrierAccountId', own.account, carrierAccountId, accounts)}
      {isChips ? null : accountField('smdpAccountId', words.smdp, smdpAccountId, smdps)}
      <div className={isChips ? undefined : 'import-pair'}>
        <div data-field="customerId">
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
        </div>
        {isChips ? null : (
          <Field id={`${id}-currency`} label={t(words.currency)}>
            <Select
              id={`${id}-currency`}
              value={values.currency}
              options={CURRENCIES.map((value) => ({ value, label: value }))}
              onChange={(value) => set('currency', value)}
            />
          </Field>
        )}
      </div>
      {isChips ? null : (
        <Checkbox checked={values.takesCards} onChange={(event) => set('takesCards', event.target.checked)}>
          {t(words.takes)}
        </Checkbox>
      )}
      <div className="import-actions">
        <span>{t(words.submitHint)}</span>
        <Button type="primary" htmlType="submit" disabled={isReading} loading={sent !== undefined}>
          {t(words.submit)}
        </Button>
      </div>
    </form>
  );
}
