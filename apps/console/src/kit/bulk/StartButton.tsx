import { ReasonedButton } from '@cardinal/ui/ReasonedButton.tsx';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import type { Preview } from './cardBulkAction.ts';

/** Starts what a preview shows, if it touches a card and its payer can pay. */
export function StartButton(props: {
  preview: Pick<Preview, 'willTouch' | 'money'>;
  isDanger?: boolean | undefined;
  isBlock?: boolean;
  isStarted?: boolean;
  isStarting: boolean;
  onStart: () => void;
  children: ReactNode;
}) {
  const { preview, onStart } = props;
  const short = preview.money?.short;
  return short ? (
    <ReasonedButton why={short} onPick={onStart}>
      {props.children}
    </ReasonedButton>
  ) : (
    <Button
      type="primary"
      block={props.isBlock ?? false}
      danger={props.isDanger ?? false}
      disabled={preview.willTouch === 0 || (props.isStarted ?? false)}
      loading={props.isStarting}
      onClick={onStart}
    >
      {props.children}
    </Button>
  );
}
