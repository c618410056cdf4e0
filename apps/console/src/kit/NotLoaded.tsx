import { verbs } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { DetailSkeleton, ErrorState, TableSkeleton } from '@cardinal/ui/States.tsx';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { isFailure } from '../http/failure.ts';

const OUTLINES = { facts: <DetailSkeleton />, table: <TableSkeleton rows={8} />, nothing: null };
const FAILED = text('加载失败', 'Failed to load');

/**
 * Stands where something is to be: its outline while it is awaited; where it could not be loaded why, in which request,
 * and the way to try again. What was refused says that alone: it would only be refused again.
 */
export function NotLoaded(props: {
  error: Error | null;
  onRetry: () => unknown;
  /** What failed, in words. */
  failed?: Text;
  /** Of what is awaited; of a page of facts unless said. */
  outline?: 'facts' | 'table' | 'nothing';
  /** What was asked for, said where it was refused. */
  asked?: string;
  /** Another way on. */
  children?: ReactNode;
}) {
  const { error, failed = FAILED, outline = 'facts', children } = props;
  const t = useText();
  if (!error) return OUTLINES[outline];
  if (isFailure(error) && error.kind === 'refused') {
    return <ErrorState title={error.message} hint={props.asked} action={children} />;
  }
  return (
    <ErrorState
      title={t(failed)}
      hint={error.message}
      requestId={isFailure(error) ? error.requestId : undefined}
      action={
        <>
          <Button onClick={() => void props.onRetry()}>{t(verbs.retry)}</Button>
          {children}
        </>
      }
    />
  );
}
