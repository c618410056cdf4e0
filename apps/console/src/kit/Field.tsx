import { Span } from '@cardinal/ui/layout/Text.tsx';
import type { ReactNode } from 'react';

/** A form's field: label above, help below where it helps, and the error as a message. */
export function Field(props: {
  id: string;
  label: ReactNode;
  isRequired?: boolean;
  help?: ReactNode;
  problem?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className="field">
      <label htmlFor={props.id}>
        {props.label}
        {props.isRequired ? (
          <Span ink="danger" aria-hidden="true">
            *
          </Span>
        ) : null}
      </label>
      {props.children}
      {props.problem ? (
        <span className="field-error" id={`${props.id}-problem`} role="alert">
          {props.problem}
        </span>
      ) : null}
      {props.help ? (
        <span className="field-help" id={`${props.id}-help`}>
          {props.help}
        </span>
      ) : null}
    </div>
  );
}

/** The attributes that tie a control to its field's label and messages. */
export const describedBy = (id: string, field: { help?: ReactNode; problem?: string | undefined }) => ({
  id,
  'aria-invalid': field.problem ? true : undefined,
  'aria-describedby':
    [field.help ? `${id}-help` : '', field.problem ? `${id}-problem` : ''].filter(Boolean).join(' ') || undefined,
});
