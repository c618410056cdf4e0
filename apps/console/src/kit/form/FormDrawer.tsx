import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import type { ReactNode } from 'react';
import { EditorSheet } from './EditorSheet.tsx';
import { FormBody } from './FormBody.tsx';
import { type FormOptions, useForm } from './useForm.ts';

export type FormDrawerProps<E extends Endpoint> = FormOptions<E> & {
  readonly title: string;
  /** The button's label; «save» by default. */
  readonly submit?: Text;
  readonly isDanger?: boolean;
  readonly width?: number;
  /** Above the fields. */
  readonly intro?: ReactNode;
  readonly onClose: () => void;
};

/** A form from the right, over one endpoint's body schema: `{isOpen ? <FormDrawer … /> : null}`. */
export function FormDrawer<E extends Endpoint>(props: FormDrawerProps<E>) {
  const { title, width = 520, submit, isDanger, intro, endpoint, fields, labels } = props;
  const form = useForm(props);
  return (
    <EditorSheet editor={form} title={title} width={width} submit={submit} isDanger={isDanger}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void form.save();
        }}
      >
        {intro ? (
          <Stack ink="secondary" below="l">
            {intro}
          </Stack>
        ) : null}
        <FormBody form={form} fields={fields} schema={endpoint.body} labels={labels} />
        {/* Enter in a field submits, as in every form. */}
        <button type="submit" className="only-heard" tabIndex={-1} aria-hidden="true" />
      </form>
    </EditorSheet>
  );
}
