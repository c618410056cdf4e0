import type { AnswerOf, BodyOf, Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import type { Fields } from '@cardinal/contract/framework/fields.ts';
import { confirmFirst, type Question } from '../../shell/questions.ts';
import type { FieldProblems } from '../formProblems.ts';
import type { Compared } from './difference.ts';
import { bodyOf, type FormFields, isChosen, isDirty, labelOf, shownLabels, type Values } from './formFields.ts';
import { type Overruling, useEditor } from './useEditor.ts';

/** A form over a version reads its record again where somebody else was faster. */
type ReadsAnew<E extends Endpoint> =
  BodyOf<E> extends { readonly version: number }
    ? { readonly anew: () => Promise<Values | undefined> }
    : { readonly anew?: (() => Promise<Values | undefined>) | undefined };

export type FormOptions<E extends Endpoint> = ReadsAnew<E> & {
  readonly endpoint: E;
  readonly fields: FormFields;
  readonly initial?: Values | undefined;
  /** The list whose field labels the form shares. */
  readonly labels?: Fields | undefined;
  /** For a body that differs from the fields' values. */
  readonly toBody?: (values: Values) => unknown;
  /** Errors of the values beyond the schema. */
  readonly check?: (values: Values) => FieldProblems | undefined;
  /** The file sent beside the body, where the endpoint takes one. */
  readonly fileOf?: (values: Values) => File | undefined;
  /** The question before a valid form is sent. */
  readonly ask?: (values: Values) => Question;
  readonly overrules?: Overruling;
  readonly done?: string | ((answer: AnswerOf<E>) => string);
  readonly onDone?: (answer: AnswerOf<E>) => void;
  readonly onClose?: () => void;
};

const NONE: Values = {};

/** What a form shows of another person's changes: its visible fields, except passwords, which are never read. */
const comparedFields = (fields: FormFields, values: Values, labels: Fields | undefined): readonly Compared<Values>[] =>
  fields
    .filter((field) => field.kind !== 'password' && !field.isHidden?.(values))
    .map((field) => ({ name: field.name, label: labelOf(field, labels), field }));

/** The bare form: an editor whose draft is the values of declared fields. */
export function useForm<E extends Endpoint>(options: FormOptions<E>) {
  const { endpoint, fields, initial = NONE, ask } = options;
  const { draft, set, ...editor } = useEditor<E, Values>({
    endpoint,
    initial,
    toBody: options.toBody ?? ((values) => bodyOf(endpoint.body, fields, values)),
    labels: (values) => shownLabels(fields, values, options.labels),
    isChosen: (name) => fields.some((each) => each.name === name && isChosen(each)),
    isDirty,
    anew: options.anew,
    compared: (values) => comparedFields(fields, values, options.labels),
    ...(options.check ? { check: options.check } : {}),
    ...(options.fileOf ? { fileOf: options.fileOf } : {}),
    ...(ask ? { confirm: (values) => confirmFirst(ask(values)) } : {}),
    ...(options.overrules ? { overrules: options.overrules } : {}),
    ...(options.done === undefined ? {} : { done: options.done }),
    ...(options.onDone ? { onDone: options.onDone } : {}),
    ...(options.onClose ? { onClose: options.onClose } : {}),
  });
  return { ...editor, values: draft, set: (name: string, value: unknown) => set({ [name]: value }) };
}

export type Form = Pick<ReturnType<typeof useForm>, 'values' | 'problems' | 'set'>;
