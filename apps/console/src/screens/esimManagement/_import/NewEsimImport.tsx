import { chipImports, numberImports } from '@cardinal/contract/api/esim/imports.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Grid } from '@cardinal/ui/layout/Grid.tsx';
import { Checkbox, Select } from 'antd';
import { useId } from 'react';
import { Field } from '../../../kit/Field.tsx';
import { AccountField, accountOf, CustomerField, ImportForm } from '../../../kit/sheetImport/ImportForm.tsx';
import type { ImportFormProps } from '../../../kit/sheetImport/importDesk.ts';
import { NO_SHEET, type SheetValues, useImportForm } from '../../../kit/sheetImport/useImportForm.ts';
import { useRead } from '../../../kit/useRead.ts';

const words = {
  shared: text('整批相同', 'Applies to the whole sheet'),
  chipSheet: text(
    '只读第一个工作表；EID、架构、产品编码列必填，EID 列请设为文本格式。模板的示例行不会导入。',
    'Only the first sheet is read. EID, architecture and product code are required. Format the EID column as text. The template’s example row is never imported.',
  ),
  numberSheet: text(
    '只读第一个工作表；ICCID、IMSI、码号类型、国家列必填。一张表只能是一个运营商的码号。模板的示例行不会导入。',
    'Only the first sheet is read. ICCID, IMSI, profile type and country are required. One sheet holds numbers of one carrier only. The template’s example row is never imported.',
  ),
  noAccounts: text('没有可用的通道，请先在「通道配置」中添加', 'No account available. Add one under Carrier accounts.'),
  currency: text('成本币种', 'Cost currency'),
  takes: text(
    '表中已在库的普通卡转为码号（否则这些行不导入）',
    'Convert ordinary cards already in stock into code numbers (otherwise these rows are not imported)',
  ),
  submitHint: text('校验不会写入任何数据。', 'Validation writes no data.'),
};
export const CHIP_ACCOUNT = text('SM-DP+ / eIM 通道', 'SM-DP+ or eIM account');
export const NUMBER_ACCOUNT = text('运营商通道', 'Carrier account');
const CURRENCIES = ['CNY', 'USD', 'EUR', 'HKD', 'JPY', 'GBP'];

function useOptions({ options }: typeof chipImports | typeof numberImports) {
  return useRead(options, {}, { isSilent: false }).data;
}
const needed = (name: string, label: Text, value: string | undefined) => [name, label, value] as const;

/** A maker’s list of chips, and whose they are. */
export function NewChips(props: ImportFormProps) {
  const t = useText();
  const form = useImportForm(chipImports.upload, NO_SHEET, props);
  const { values, problems, set } = form;
  const accounts = useOptions(chipImports)?.carrierAccounts;
  const carrierAccountId = accountOf(values.carrierAccountId, accounts ?? []);
  const { customerId } = values;
  return (
    <ImportForm
      template={chipImports.template}
      form={form}
      fileHelp={t(words.chipSheet)}
      heading={words.shared}
      hint={words.submitHint}
      terms={() => ({
        needed: [needed('carrierAccountId', CHIP_ACCOUNT, carrierAccountId)],
        body: { carrierAccountId, ...(customerId ? { customerId } : {}) },
      })}
    >
      <AccountField
        name="carrierAccountId"
        label={CHIP_ACCOUNT}
        none={words.noAccounts}
        problem={problems.carrierAccountId}
        accounts={accounts}
        value={carrierAccountId}
        onValue={(value) => set('carrierAccountId', value)}
      />
      <CustomerField form={form} />
    </ImportForm>
  );
}

type NumberValues = SheetValues & {
  readonly smdpAccountId: string | undefined;
  readonly currency: string;
  readonly takesCards: boolean;
};
const NO_NUMBERS: NumberValues = { ...NO_SHEET, smdpAccountId: undefined, currency: 'CNY', takesCards: false };

/** A supplier’s sheet of code numbers, where their profiles are held and whose they are. */
export function NewNumbers(props: ImportFormProps) {
  const t = useText();
  const id = useId();
  const form = useImportForm(numberImports.upload, NO_NUMBERS, props);
  const { values, problems, set } = form;
  const options = useOptions(numberImports);
  const accounts = {
    carrierAccountId: { label: NUMBER_ACCOUNT, from: options?.carrierAccounts },
    smdpAccountId: { label: nouns.smDPAccount, from: options?.smdpAccounts },
  };
  const names = ['carrierAccountId', 'smdpAccountId'] as const;
  const chosen = (name: (typeof names)[number]) => accountOf(values[name], accounts[name].from ?? []);
  const { customerId, currency, takesCards } = values;
  return (
    <ImportForm
      template={numberImports.template}
      form={form}
      fileHelp={t(words.numberSheet)}
      heading={words.shared}
      hint={words.submitHint}
      terms={() => ({
        needed: names.map((name) => needed(name, accounts[name].label, chosen(name))),
        body: {
          carrierAccountId: chosen('carrierAccountId'),
          smdpAccountId: chosen('smdpAccountId'),
          ...(customerId ? { customerId } : {}),
          currency,
          ...(takesCards ? { takesCards } : {}),
        },
      })}
    >
      {names.map((name) => (
        <AccountField
          key={name}
          name={name}
          label={accounts[name].label}
          none={words.noAccounts}
          problem={problems[name]}
          accounts={accounts[name].from}
          value={chosen(name)}
          onValue={(value) => set(name, value)}
        />
      ))}
      <Grid columns="medium" gap="l">
        <CustomerField form={form} />
        <Field id={id} label={t(words.currency)}>
          <Select
            id={id}
            value={currency}
            options={CURRENCIES.map((value) => ({ value, label: value }))}
            onChange={(value) => set('currency', value)}
          />
        </Field>
      </Grid>
      <Checkbox checked={takesCards} onChange={(event) => set('takesCards', event.target.checked)}>
        {t(words.takes)}
      </Checkbox>
    </ImportForm>
  );
}
