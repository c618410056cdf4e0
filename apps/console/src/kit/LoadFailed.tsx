import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { ErrorState } from '@cardinal/ui/States.tsx';
import { Button } from 'antd';
import { isFailure } from '../http/failure.ts';

const words = {
  failed: text('加载失败', 'Failed to load'),
};

/**
 * What could not be loaded, why and in which request, with the way to try again. What was refused says that alone: it
 * would only be refused again.
 */
export function LoadFailed(props: { title?: string; error: Error; onRetry: () => unknown }) {
  const { error } = props;
  const t = useText();
  if (isFailure(error) && error.kind === 'refused') return <ErrorState title={error.message} />;
  return (
    <ErrorState
      title={props.title ?? t(words.failed)}
      hint={error.message}
      requestId={isFailure(error) ? error.requestId : undefined}
      action={<Button onClick={() => void props.onRetry()}>{t(verbs.retry)}</Button>}
    />
  );
}
