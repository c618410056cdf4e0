import { type InputHTMLAttributes, type ReactNode, useId } from 'react';

/** A labelled input without antd: for what opens before anything else is loaded. */
export function PlainField(
  props: {
    label: string;
    value: string;
    onValue: (value: string) => void;
    problem?: string | undefined;
    help?: ReactNode;
    aside?: ReactNode;
  } & Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'>,
) {
  const { label, value, onValue, problem, help, aside, ...input } = props;
  const id = useId();
  const described = [help ? `${id}-help` : '', problem ? `${id}-problem` : ''].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-line">
        <input
          {...input}
          id={id}
          className="field-input"
          value={value}
          onChange={(event) => onValue(event.target.value)}
          aria-invalid={problem ? true : undefined}
          aria-describedby={described || undefined}
        />
        {aside}
      </div>
      {problem ? (
        <span className="field-error" id={`${id}-problem`}>
          {problem}
        </span>
      ) : null}
      {help ? (
        <span className="field-help" id={`${id}-help`}>
          {help}
        </span>
      ) : null}
    </div>
  );
}
