import { ConfirmDialog } from '@cardinal/ui/ConfirmDialog.tsx';
import { useSyncExternalStore } from 'react';
import { questions } from './questions.ts';

export function Questions() {
  const asked = useSyncExternalStore(questions.subscribe, questions.snapshot);
  const first = asked[0];
  if (!first) return null;
  return (
    <ConfirmDialog
      key={first.id}
      title={first.title}
      confirm={first.confirm}
      isDanger={first.isDanger ?? false}
      typedCount={first.typedCount}
      onAnswer={first.answer}
    >
      {first.body}
    </ConfirmDialog>
  );
}
