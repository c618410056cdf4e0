import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { classNames } from '../classNames.ts';

type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'style' | 'type'>;

/** One of a vertical list of choices, with a figure or a text at its end. */
export function PickButton(
  props: ButtonProps & { isPicked?: boolean; isDanger?: boolean; isOff?: boolean; note?: ReactNode },
) {
  const { isPicked, isDanger, isOff, note, children, ...rest } = props;
  return (
    <button
      type="button"
      className={classNames('pick', isPicked && 'is-picked', isDanger && 'is-danger', isOff && 'is-off')}
      {...rest}
    >
      <span>{children}</span>
      {note === undefined ? null : <small>{note}</small>}
    </button>
  );
}

/** One of a few choices side by side; pressed while selected. */
export function ToggleChip(props: ButtonProps & { isOn: boolean }) {
  const { isOn, ...rest } = props;
  return <button type="button" className="toggle" aria-pressed={isOn} {...rest} />;
}

/** What is clicked within words; looks as a link does. */
export const TextButton = (props: ButtonProps) => <button type="button" className="link-button" {...props} />;
