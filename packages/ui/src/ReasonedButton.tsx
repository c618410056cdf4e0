import { type ReactNode, useId } from 'react';
import { classNames } from './classNames.ts';
import { Stack } from './layout/Stack.tsx';
import { Span } from './layout/Text.tsx';

/**
 * A button that says below itself why it cannot be used. It keeps its place and can be focused, and the reason is its
 * description for those who hear the page.
 */
export function ReasonedButton(props: {
  /** Why it cannot be used; empty if it can. */
  why: string | null | undefined;
  className?: string | undefined;
  isBusy?: boolean;
  onPick: () => void;
  children: ReactNode;
}) {
  const { why, isBusy = false, onPick } = props;
  const id = useId();
  const button = (
    <button
      type="button"
      className={classNames('button', props.className)}
      aria-disabled={Boolean(why) || isBusy}
      aria-describedby={why ? id : undefined}
      onClick={() => {
        if (!why && !isBusy) onPick();
      }}
    >
      {props.children}
    </button>
  );
  return why ? (
    <span className="reasoned">
      <Stack as="span" gap="xs" align="start">
        {button}
        <Span as="small" id={id} ink="secondary" size="s">
          {why}
        </Span>
      </Stack>
    </span>
  ) : (
    button
  );
}
