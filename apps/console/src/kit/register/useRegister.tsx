import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { type Say, useText } from '@cardinal/ui/language.tsx';
import { Button } from 'antd';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { Can } from '../../shell/Can.tsx';
import { confirmFirst } from '../../shell/questions.ts';
import { CallButton } from '../CallButton.tsx';
import { useChanges } from '../change.ts';
import { FormDrawer } from '../form/FormDrawer.tsx';
import type { Values } from '../form/formFields.ts';
import type { RowAction } from '../table/RowActions.tsx';
import { RegisterForm } from './RegisterForm.tsx';
import { type AskedForm, type Registered, type RegisterSpec, type Run, runOf, type Step } from './registerSpec.ts';

const words = {
  question: text('删除{noun}「{name}」？', 'Delete the {noun} “{name}”?'),
};

function AskForm<Row>(props: { row: Row; asks: (row: Row, t: Say) => AskedForm; onClose: () => void }) {
  return <FormDrawer {...props.asks(props.row, useText())} onClose={props.onClose} />;
}

type Opened<Row> =
  | { readonly form: number; readonly row?: Row; readonly from?: Values | undefined }
  | { readonly shown: ReactNode };

/**
 * What a register offers, for a screen that lays it out by itself: buttons for `actions`, the steps of a row, and the
 * sheets that are open. `add` opens the form for a new entry, begun with what is given.
 */
export function useRegister<R extends Registered>(spec: RegisterSpec<R>) {
  type Row = RowOf<R['list']>;
  const t = useText();
  const [opened, setOpened] = useState<Opened<Row>>();
  const close = () => setOpened(undefined);
  // Each form begins anew, also one that is opened over another.
  const forms = useRef(0);
  const openForm = (of: { row?: Row; from?: Values | undefined }) => {
    forms.current += 1;
    setOpened({ form: forms.current, ...of });
  };
  const { run } = useChanges();
  const { noun, create, edit, remove, idKey = 'id' } = spec.register;

  const perform = async ({ endpoint, body, done, ask }: Run) => {
    if (ask && !(await confirmFirst(ask))) return;
    await run(endpoint, { body } as object, done ? { done: t(done) } : {});
  };
  const removing = (row: Row): Run => {
    const name = spec.rowName(row);
    const note = spec.deleteNote?.(row, t);
    return runOf(
      remove as Endpoint,
      { [idKey]: (row as { id: string }).id },
      {
        done: text(`${noun.zh}已删除`, `${noun.en.replace(/^./, (first) => first.toUpperCase())} deleted`),
        ask: {
          title: t(words.question, { noun, name: typeof name === 'string' ? name : t(name) }),
          ...(note ? { body: <p>{note}</p> } : {}),
          confirm: t(verbs.delete),
          isDanger: true,
        },
      },
    );
  };
  const own: Readonly<Record<'edit' | 'delete', (row: Row) => RowAction[]>> = {
    edit: (row) =>
      edit && (spec.isEditable?.(row) ?? true)
        ? [{ key: 'edit', label: t(verbs.edit), call: edit, onPick: () => openForm({ row }) }]
        : [],
    delete: (row) =>
      remove && (spec.isDeletable?.(row) ?? true)
        ? [
            {
              key: 'remove',
              label: t(verbs.delete),
              call: remove,
              isDanger: true,
              onPick: () => void perform(removing(row)),
            },
          ]
        : [],
  };
  const actionOf = (step: Step<Row>, row: Row): RowAction[] => {
    if (step.isOffered && !step.isOffered(row)) return [];
    const { key, label, isDanger } = step;
    const shared = {
      key,
      label: t(typeof label === 'function' ? label(row) : label),
      isDanger: (typeof isDanger === 'function' ? isDanger(row) : isDanger) ?? false,
      disabled: step.disabled?.(row, t) || undefined,
    };
    if ('runs' in step) {
      const asked = step.runs(row, t);
      return [{ ...shared, call: asked.endpoint, onPick: () => void perform(asked) }];
    }
    if ('asks' in step)
      return [
        {
          ...shared,
          call: step.call,
          onPick: () => setOpened({ shown: <AskForm row={row} asks={step.asks} onClose={close} /> }),
        },
      ];
    if ('copies' in step)
      return [{ ...shared, ...(create ? { call: create } : {}), onPick: () => openForm({ from: step.copies(row) }) }];
    const call = step.call ? { call: step.call } : {};
    if ('to' in step) return [{ ...shared, ...call, to: step.to(row) }];
    return [{ ...shared, ...call, onPick: () => setOpened({ shown: step.opens(row, close) }) }];
  };

  return {
    add: (from?: Values) => openForm({ from }),
    actions: (
      <>
        {(spec.tools ?? []).map(({ key, label, call, opens }) => (
          <Can key={key} call={call}>
            <Button onClick={() => setOpened({ shown: opens(close) })}>{t(label)}</Button>
          </Can>
        ))}
        {create ? (
          <CallButton call={create} type="primary" onClick={() => openForm({})}>
            {t(create.summary)}
          </CallButton>
        ) : null}
      </>
    ),
    rowActions: (row: Row): RowAction[] =>
      (spec.steps ?? (['edit', 'delete'] as const)).flatMap((step) =>
        typeof step === 'string' ? own[step](row) : actionOf(step, row),
      ),
    sheets:
      opened && 'form' in opened ? (
        <RegisterForm
          key={opened.form}
          spec={spec}
          row={opened.row}
          from={opened.from}
          onRestart={(from) => openForm({ from })}
          onClose={close}
        />
      ) : (
        <Suspense fallback={null}>{opened?.shown}</Suspense>
      ),
  };
}
