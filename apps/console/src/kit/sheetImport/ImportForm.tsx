import { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { Button, Select } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { describedBy, Field } from '../Field.tsx';
import { saveFile } from '../saveFile.ts';
import { UploadField } from '../UploadField.tsx';
import { useImportFile } from '../upload/useImportFile.ts';
import { CustomerChoice } from './CustomerChoice.tsx';
import type { SheetTerms, SheetValues, useImportForm } from './useImportForm.ts';

const words = {
  file: text('导入文件', 'Import file'),
  customerHelp: text('不选则归属本客户。', 'Defaults to your own customer.'),
  submit: text('上传并校验', 'Upload and check'),
  check: text('开始校验', 'Check'),
};

type Form = ReturnType<typeof useImportForm<SheetValues>>;
/** A form whose values hold more than every import asks for. */
type OwnForm = Omit<Form, 'set'> & { readonly set: (name: never, value: never) => void };
const shared = (form: OwnForm) => form as unknown as Form;

/** The file or another source, what its rows have in common (`children`), and the button that sends them. */
export function ImportForm(props: {
  readonly template: Endpoint;
  /** What is downloaded to be filled in, if it is more than a template. */
  readonly templateLabel?: Text;
  readonly form: OwnForm;
  readonly fileHelp: string;
  readonly heading: Text;
  readonly hint: Text;
  readonly terms: () => SheetTerms;
  /** Where the rows come from; the fields of `source` replace the file. */
  readonly way?: ReactNode;
  readonly source?: ReactNode;
  readonly children: ReactNode;
}) {
  const { template, heading, hint, terms } = props;
  const { form, values, problems, sent, set, send } = shared(props.form);
  const t = useText();
  const [isReading, setIsReading] = useState(false);
  const { demand } = useImportFile();
  return (
    <form
      ref={form}
      className="stack gap-l grows"
      onSubmit={(event) => {
        event.preventDefault();
        void send(terms());
      }}
      noValidate
    >
      {props.way}
      {props.source ?? (
        <div data-field="file">
          <UploadField
            label={t(words.file)}
            isRequired
            demand={demand}
            value={values.file}
            onValue={(file) => set('file', file)}
            onReading={setIsReading}
            problem={problems['file']}
            sent={sent}
            help={
              <>
                {props.fileHelp}{' '}
                <TextButton onClick={() => void saveFile(template, {})}>
                  {t(props.templateLabel ?? verbs.downloadTemplate)}
                </TextButton>
              </>
            }
          />
        </div>
      )}
      <h2>{t(heading)}</h2>
      {props.children}
      <div className="import-actions">
        <span>{t(hint)}</span>
        <Button type="primary" htmlType="submit" disabled={isReading} loading={sent !== undefined}>
          {t(props.source === undefined ? words.submit : words.check)}
        </Button>
      </div>
    </form>
  );
}

export type AccountChoice = { readonly id: string; readonly name: string; readonly platform: Platform };

/** The only one by default. */
export const accountOf = (chosen: string | undefined, accounts: readonly AccountChoice[]): string | undefined =>
  chosen ?? (accounts.length === 1 ? accounts[0]?.id : undefined);

/** One of the carrier accounts the import may use; undefined while they are not known yet. */
export function AccountField(props: {
  readonly name: string;
  readonly label: Text;
  readonly help?: Text;
  readonly none: Text;
  readonly problem: string | undefined;
  readonly accounts: readonly AccountChoice[] | undefined;
  readonly value: string | undefined;
  readonly onValue: (id: string | undefined) => void;
}) {
  const { name, label, help, accounts, value } = props;
  const t = useText();
  const id = useId();
  const problem = props.problem ?? (accounts?.length === 0 ? t(props.none) : undefined);
  return (
    <div data-field={name}>
      <Field id={id} label={t(label)} isRequired help={help && t(help)} problem={problem}>
        <Select
          {...describedBy(id, { help: help !== undefined, problem })}
          loading={accounts === undefined}
          placeholder={t(verbs.select)}
          showSearch={{ optionFilterProp: 'label' }}
          value={value ?? null}
          status={problem ? 'error' : ''}
          options={(accounts ?? []).map((account) => ({
            value: account.id,
            label: `${account.name} · ${t(Platform.labelOf(account.platform))}`,
          }))}
          onChange={(picked) => props.onValue(picked ?? undefined)}
        />
      </Field>
    </div>
  );
}

/** The customer who receives the imported objects. */
export function CustomerField(props: { readonly form: OwnForm }) {
  const { values, problems, set } = shared(props.form);
  const t = useText();
  const id = useId();
  const problem = problems['customerId'];
  return (
    <div data-field="customerId">
      <Field id={id} label={t(nouns.owner)} help={t(words.customerHelp)} problem={problem}>
        <CustomerChoice id={id} value={values.customerId} onValue={(customerId) => set('customerId', customerId)} />
      </Field>
    </div>
  );
}
