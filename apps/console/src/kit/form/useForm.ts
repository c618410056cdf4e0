import type { AnswerOf, BodyOf, Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import type { Fields } from '@cardinal/contract/framework/fields.ts';
import { SHELL } from '@cardinal/contract/siteSettings.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { useRef, useState } from 'react';
import type { CallInput } from '../../http/call.ts';
import { isFailure, isUnclear } from '../../http/failure.ts';
import { confirmFirst, type Question } from '../../shell/questions.ts';
import { usePlace } from '../../shell/screenContext.ts';
import { toast } from '../../shell/toasts.ts';
import { useUnsaved } from '../../shell/unsaved.ts';
import { useChange } from '../change.ts';
import { type FieldProblems, FORM_ERROR, problemsFrom, problemsOf } from '../formProblems.ts';
import { bodyOf, type FormFields, isChosen, isDirty, shownLabels, type Values } from './formFields.ts';

const UNCLEAR = text(
  '没有收到服务器答复，可能已经提交。内容已保留，再次提交不会重复执行。',
  'No answer came; it may have been done. Your input is kept, and submitting again does it only once.',
);

export type FormOptions<E extends Endpoint> = {
  readonly endpoint: E;
  readonly fields: FormFields;
  readonly initial?: Values | undefined;
  /** The list whose field labels the form shares. */
  readonly labels?: Fields | undefined;
  /** Where the body is not the fields' values as they are. */
  readonly toBody?: (values: Values) => unknown;
  /** What is asked before a sound form is sent. */
  readonly ask?: (values: Values) => Question;
  readonly done?: string | ((answer: AnswerOf<E>) => string);
  readonly onDone?: (answer: AnswerOf<E>) => void;
  /** While it is closed nothing of it counts as unsaved. */
  readonly isOpen?: boolean;
};

const NONE: Values = {};

/**
 * The bare form: values, problems at their fields, one submit at a time. The shared schema judges first; what the server
 * says of a field is shown at that field; both come with the form-error warning.
 */
export function useForm<E extends Endpoint>(options: FormOptions<E>) {
  const { endpoint, fields, initial = NONE, labels } = options;
  const t = useText();
  const { path } = usePlace();
  const [values, setValues] = useState(initial);
  const [problems, setProblems] = useState<FieldProblems>({});
  const [unclear, setUnclear] = useState<string>();
  const lastSubmit = useRef(0);
  const isFormDirty = isDirty(values, initial);
  const isOpen = options.isOpen ?? true;
  useUnsaved(path, isOpen && isFormDirty);
  const change = useChange(endpoint, {
    isSilent: true,
    ...(options.done === undefined ? {} : { done: options.done }),
    ...(options.onDone ? { onDone: options.onDone } : {}),
  });

  const refuse = (found: FieldProblems) => {
    // Nothing was done: whoever mends it quickly is not made to wait as after a double click.
    lastSubmit.current = 0;
    setProblems(found);
    toast.warning(t(FORM_ERROR));
  };

  const submit = async (): Promise<AnswerOf<E> | undefined> => {
    const now = Date.now();
    if (change.isRunning || now - lastSubmit.current < SHELL.submitThrottleMs) return undefined;
    lastSubmit.current = now;
    setUnclear(undefined);
    const body = options.toBody ? options.toBody(values) : bodyOf(endpoint.body, fields, values);
    const found = problemsOf(endpoint.body, body, t, shownLabels(fields, values, labels), (name) =>
      fields.some((each) => each.name === name && isChosen(each)),
    );
    if (found) {
      refuse(found);
      return undefined;
    }
    setProblems({});
    if (options.ask && !(await confirmFirst(options.ask(values)))) return undefined;
    try {
      return await change.run({ body: body as BodyOf<E> } as CallInput<E>);
    } catch (error) {
      if (!isFailure(error)) throw error;
      const atFields = problemsFrom(error.fields);
      if (atFields) refuse(atFields);
      else if (isUnclear(error)) {
        setUnclear(t(UNCLEAR));
        // Out of time says nothing more than that; no answer at all is told as everywhere else.
        if (error.kind === 'network') toast.error(error.message);
      } else if (error.kind !== 'session' && error.kind !== 'cancelled') toast.error(error.message);
      return undefined;
    }
  };

  return {
    values,
    problems,
    /** Said at the top of the form when it is not known what became of the last attempt. */
    unclear,
    isDirty: isFormDirty,
    isRunning: change.isRunning,
    set: (name: string, value: unknown) => {
      setValues((before) => ({ ...before, [name]: value }));
      // What is wrong is said again at the next submit; while somebody mends it, it is quiet.
      setProblems(({ [name]: _, ...others }) => others);
    },
    reset: (next: Values = initial) => {
      setValues(next);
      setProblems({});
      setUnclear(undefined);
    },
    submit,
  };
}

export type Form = Pick<ReturnType<typeof useForm>, 'values' | 'problems' | 'set'>;
