import type { AnswerOf, BodyOf, Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import type { Refusal } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import { SHELL } from '@cardinal/contract/siteSettings.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { useRef, useState } from 'react';
import type { CallInput } from '../../http/call.ts';
import { isFailure, isUnclear } from '../../http/failure.ts';
import { confirmFirst } from '../../shell/questions.ts';
import { usePlace } from '../../shell/screenContext.ts';
import { toast } from '../../shell/toasts.ts';
import { useUnsaved } from '../../shell/unsaved.ts';
import { useChange } from '../change.ts';
import { type FieldProblems, FORM_ERROR, problemsOf } from '../formProblems.ts';
import { refusedFields } from '../refusedFields.ts';
import { useConfirmClose } from '../useConfirmClose.ts';
import { type Compared, type Difference, type Differing, isSame, mergeDraft } from './difference.ts';
import type { Values } from './formFields.ts';

const UNCLEAR = text(
  '没有收到服务器答复，可能已经提交。内容已保留，再次提交不会重复执行。',
  'No response from the server; the change may have been made. Your input is kept, and submitting again will not repeat it.',
);

/** A refusal that the user may overrule: its message is asked as a question, and `adds` goes with the second attempt. */
export type Overruling = {
  readonly refusal: Refusal;
  readonly title: Text;
  readonly confirm: Text;
  readonly adds: Readonly<Record<string, unknown>>;
};

export type EditorOptions<E extends Endpoint, D> = {
  readonly endpoint: E;
  /** The initial draft. */
  readonly initial: D;
  readonly toBody: (draft: D) => unknown;
  /** The labels of fields in error messages. */
  readonly labels?: Readonly<Record<string, Text>> | ((draft: D) => Readonly<Record<string, Text>>);
  readonly isChosen?: (field: string) => boolean;
  /** Errors of a draft beyond the schema. */
  readonly check?: (draft: D) => FieldProblems | undefined;
  /** The file sent beside the body, where the endpoint takes one. */
  readonly fileOf?: (draft: D) => File | undefined;
  /** Asks for confirmation before a valid draft is sent. */
  readonly confirm?: (draft: D) => Promise<boolean>;
  readonly overrules?: Overruling;
  /**
   * Reads the record again as an initial draft, version included, after a save was refused because somebody else had changed
   * it; undefined if it is gone.
   */
  readonly anew?: (() => Promise<D | undefined>) | undefined;
  /** The fields whose differences are then shown. */
  readonly compared?: (draft: D) => readonly Compared<D>[];
  /** Whether closing would lose something; by default, whether the body has changed. */
  readonly isDirty?: (draft: D, initial: D) => boolean;
  /** A closed or read-only editor has no unsaved changes. */
  readonly isOpen?: boolean;
  readonly done?: string | ((answer: AnswerOf<E>, draft: D) => string);
  readonly onDone?: (answer: AnswerOf<E>) => void;
  readonly onClose?: () => void;
};

/**
 * The state of an editor over one endpoint: a draft, whether closing would lose it, errors at their fields, one save at a time.
 * The shared schema validates first; the server's field errors are shown at their fields; both come with the form-error
 * warning. Closing asks when something would be lost.
 */
export function useEditor<E extends Endpoint, D extends object>(options: EditorOptions<E, D>) {
  const { endpoint, toBody, labels, done } = options;
  const t = useText();
  const { path } = usePlace();
  const [draft, setDraft] = useState(options.initial);
  /** The record as another person left it. */
  const [theirs, setTheirs] = useState<D>();
  const [differing, setDiffering] = useState<readonly Differing[]>([]);
  const initial = theirs ?? options.initial;
  const begun = useRef(options.initial);
  const [problems, setProblems] = useState<FieldProblems>({});
  const [unclear, setUnclear] = useState<string>();
  const lastSave = useRef(0);
  const differs = options.isDirty ?? ((one, other) => JSON.stringify(toBody(one)) !== JSON.stringify(toBody(other)));
  const isDirty = (options.isOpen ?? true) && differs(draft, initial);
  const change = useChange(endpoint, {
    isSilent: true,
    ...(done === undefined ? {} : { done: typeof done === 'function' ? (answer) => done(answer, draft) : done }),
    onDone: (answer) => {
      setTheirs(undefined);
      begun.current = draft;
      options.onDone?.(answer);
      options.onClose?.();
    },
  });
  useUnsaved(path, isDirty);
  const close = useConfirmClose(isDirty && !change.isRunning, () => options.onClose?.());

  const refuse = (found: FieldProblems) => {
    // Nothing was sent: a quick correction must not wait as after a double click.
    lastSave.current = 0;
    setProblems(found);
    toast.warning(t(FORM_ERROR));
  };

  /** Shows what another person changed; false if the record cannot be read again. */
  const compare = async (): Promise<boolean> => {
    const now = await options.anew?.().catch(() => undefined);
    if (now === undefined) return false;
    lastSave.current = 0;
    const fields = options.compared?.(draft).map(({ name }) => name) ?? [];
    const merged = mergeDraft(begun.current, draft, now, fields);
    begun.current = now;
    setDraft(merged.draft);
    setDiffering(merged.differing);
    setTheirs(now);
    return true;
  };

  const send = async (body: object): Promise<AnswerOf<E> | undefined> => {
    const file = options.fileOf?.(draft);
    const input = (more: object) =>
      ({ body: { ...body, ...more } as BodyOf<E>, ...(file ? { file } : {}) }) as CallInput<E>;
    const { overrules } = options;
    try {
      return await change.run(input({}));
    } catch (error) {
      if (!overrules || !isFailure(error) || error.code !== overrules.refusal.code) throw error;
      const { title, confirm, adds } = overrules;
      const isSure = await confirmFirst({ title: t(title), body: error.message, confirm: t(confirm), isDanger: true });
      return isSure ? await change.run(input(adds)) : undefined;
    }
  };

  const save = async (): Promise<AnswerOf<E> | undefined> => {
    const now = Date.now();
    if (change.isRunning || now - lastSave.current < SHELL.submitThrottleMs) return undefined;
    lastSave.current = now;
    setUnclear(undefined);
    const body = toBody(draft);
    const named = typeof labels === 'function' ? labels(draft) : labels;
    const found = { ...problemsOf(endpoint.body, body, t, named, options.isChosen), ...options.check?.(draft) };
    if (Object.keys(found).length > 0) {
      refuse(found);
      return undefined;
    }
    setProblems({});
    try {
      if (options.confirm && !(await options.confirm(draft))) return undefined;
      return await send(body as object);
    } catch (error) {
      if (isFailure(error) && isUnclear(error) && error.fields.length === 0) {
        setUnclear(t(UNCLEAR));
        // A timeout has its own message; a missing answer is reported as everywhere else.
        if (error.kind === 'network') toast.error(error.message);
        return undefined;
      }
      if (isFailure(error) && error.code === changedByAnother.code && (await compare())) return undefined;
      const atFields = refusedFields(error);
      if (atFields) refuse(atFields);
      return undefined;
    }
  };

  const set = (part: Partial<D>) => {
    setDraft((before) => ({ ...before, ...part }));
    // Errors are hidden while the user corrects them and shown again at the next save.
    setProblems((before) =>
      Object.fromEntries(Object.entries(before).filter(([field]) => !((field.split('.')[0] ?? field) in part))),
    );
    // What is typed after the comparison is what «keep mine» keeps.
    setDiffering((before) =>
      before.map((each) => {
        if (!(each.name in part)) return each;
        const value = part[each.name as keyof D];
        return isSame(value, each.theirs) ? each : { ...each, yours: value };
      }),
    );
  };

  const shownDifference = (key: D): Difference => {
    const compared = options.compared?.(draft) ?? [];
    return {
      key,
      draft: draft as Values,
      fields: differing.flatMap((each) => {
        const field = compared.find(({ name }) => name === each.name);
        if (!field) return [];
        const drawn =
          'show' in field ? (value: unknown) => field.show(value, { ...draft, [each.name]: value }) : field.field;
        return [{ ...each, value: draft[field.name], label: field.label, drawn }];
      }),
      keep: (name, kept) => {
        const found = differing.find((each) => each.name === name);
        if (found) set({ [name]: found[kept] } as Partial<D>);
      },
    };
  };

  return {
    draft,
    problems,
    /** Shown at the top when the outcome of the last attempt is unknown. */
    unclear,
    isDirty,
    isRunning: change.isRunning,
    /** What another person changed meanwhile; undefined if nobody did. */
    difference: theirs && shownDifference(theirs),
    set,
    save,
    close,
  };
}

export type Editor = Pick<ReturnType<typeof useEditor>, 'unclear' | 'isRunning' | 'save' | 'close' | 'difference'>;
