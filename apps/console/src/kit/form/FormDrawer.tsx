import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import { verbs } from '@cardinal/contract/words.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { Note } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useConfirmClose } from '../useConfirmClose.ts';
import { FormBody } from './FormBody.tsx';
import { type FormOptions, useForm } from './useForm.ts';

const words = {
  save: verbs.save,
  cancel: verbs.cancel,
};

type Props<E extends Endpoint> = Omit<FormOptions<E>, 'isOpen'> & {
  readonly title: string;
  /** What the button does; «save» unless said otherwise. */
  readonly submit?: Text;
  readonly isDanger?: boolean;
  readonly width?: number;
  /** Above the fields. */
  readonly intro?: ReactNode;
  readonly onClose: () => void;
};

/**
 * A form from the right, over one endpoint's body schema: `{isOpen ? <FormDrawer … /> : null}`. Closing asks when
 * something would be lost; Esc closes when nothing is.
 */
export function FormDrawer<E extends Endpoint>(props: Props<E>) {
  const { title, onClose, endpoint, fields, labels } = props;
  const t = useText();
  const form = useForm({
    ...props,
    onDone: (answer) => {
      props.onDone?.(answer);
      onClose();
    },
  });
  const close = useConfirmClose(form.isDirty && !form.isRunning, onClose);
  const submit = () => void form.submit();
  return (
    <Sheet
      isOpen
      title={title}
      width={props.width ?? 520}
      onClose={close}
      footer={
        <Inline justify="end">
          <Button onClick={close}>{t(words.cancel)}</Button>
          <Button type="primary" danger={props.isDanger ?? false} loading={form.isRunning} onClick={submit}>
            {t(props.submit ?? words.save)}
          </Button>
        </Inline>
      }
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {form.unclear ? (
          <Note below="l" role="alert">
            {form.unclear}
          </Note>
        ) : null}
        {props.intro ? <div className="form-intro">{props.intro}</div> : null}
        <FormBody form={form} fields={fields} schema={endpoint.body} labels={labels} />
        {/* Enter in a field submits, as in every form. */}
        <button type="submit" className="only-heard" tabIndex={-1} aria-hidden="true" />
      </form>
    </Sheet>
  );
}
