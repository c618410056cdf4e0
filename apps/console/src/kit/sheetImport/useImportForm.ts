import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import { selectKind } from '@cardinal/primitives/formKinds.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../http/call.ts';
import { isUnclear } from '../../http/failure.ts';
import { AttemptKey } from '../../http/idempotencyKey.ts';
import { toast } from '../../shell/toasts.ts';
import { type FieldProblems, FORM_ERROR } from '../formProblems.ts';
import { refusedFields } from '../refusedFields.ts';
import type { CheckedFile } from '../upload/checkFile.ts';
import { sendUpload } from '../upload/sendUpload.ts';
import type { ImportFormProps } from './importDesk.ts';

const MISSING_FILE = text('请上传导入文件', 'Upload the import file');

/** What every import asks for; the screen's own stands beside it. */
export type SheetValues = {
  readonly file: CheckedFile | undefined;
  readonly carrierAccountId: string | undefined;
  readonly customerId: string | undefined;
};
export const NO_SHEET: SheetValues = { file: undefined, carrierAccountId: undefined, customerId: undefined };

/** What is sent with the file, and the required fields: name, label, value. */
export type SheetTerms = {
  /** The change that begins a batch without a file, and what is wrong with what it is to be begun from. */
  readonly without?: { readonly call: Endpoint; readonly problems: FieldProblems };
  readonly body: object;
  readonly needed: readonly (readonly [name: string, label: Text, value: string | undefined])[];
};

/**
 * Sends a sheet with its common values. Missing or refused values are shown at their fields. After a lost answer the same
 * content is sent with the same key, so nothing is imported twice. `empty` must be a constant.
 */
export function useImportForm<V extends SheetValues>(
  upload: Endpoint,
  empty: V,
  { onDirty, onStep, onSent }: ImportFormProps,
  isSourced: (values: V) => boolean = ({ file }) => file !== undefined,
) {
  const t = useText();
  const form = useRef<HTMLFormElement>(null);
  const key = useRef(new AttemptKey());
  const [values, setValues] = useState(empty);
  const [problems, setProblems] = useState<FieldProblems>({});
  const [sent, setSent] = useState<number>();
  useEffect(() => onDirty(values !== empty), [values, empty, onDirty]);
  const step = isSourced(values) ? 1 : 0;
  useEffect(() => onStep(step), [step, onStep]);

  const set = <K extends keyof V & string>(name: K, value: V[K]) => {
    setValues((before) => ({ ...before, [name]: value }));
    setProblems((before) =>
      Object.fromEntries(Object.entries(before).filter(([field]) => field !== name && !field.startsWith(`${name}.`))),
    );
  };
  const sourceProblems = (file: CheckedFile | undefined, without: SheetTerms['without']): FieldProblems =>
    without ? without.problems : file ? {} : { file: t(MISSING_FILE) };
  const refuse = (found: FieldProblems) => {
    setProblems(found);
    toast.warning(t(FORM_ERROR));
    form.current?.querySelector<HTMLElement>(`[data-field="${Object.keys(found)[0]}"] :is(input, button)`)?.focus();
  };
  const send = async ({ body, needed, without }: SheetTerms) => {
    if (sent !== undefined) return;
    const { file } = values;
    const missing = needed.flatMap(([name, label, value]) => {
      const found = selectKind({ name: label })(value);
      return found ? [[name, t(found.text, found.facts)] as const] : [];
    });
    const found = { ...sourceProblems(file, without), ...Object.fromEntries(missing) };
    if (Object.keys(found).length > 0) return refuse(found);
    setSent(0);
    try {
      const idempotencyKey = key.current.next(JSON.stringify([body, without ? without.call.name : file?.sha256]));
      const answer = without
        ? await call(without.call, { body }, { isSilent: true, idempotencyKey })
        : await sendUpload(upload, { body, file: file?.file as File }, { sent: setSent, idempotencyKey });
      key.current.close();
      onSent((answer as { batchId: string }).batchId);
    } catch (error) {
      setSent(undefined);
      if (!isUnclear(error)) key.current.close();
      const fields = refusedFields(error);
      if (fields) refuse(fields);
    }
  };
  return { form, values, problems, sent, set, send };
}
