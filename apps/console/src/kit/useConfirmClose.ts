import { verbs } from '@cardinal/contract/words.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { confirmFirst } from '../shell/questions.ts';
import { LEAVE_QUESTION } from '../shell/unsaved.ts';

const DISCARD = verbs.discardChanges;

/** Closes a form at once where nothing would be lost, else after a confirmation. */
export function useConfirmClose(isDirty: boolean, onClose: () => void): () => void {
  const t = useText();
  const close = async () => {
    if (isDirty && !(await confirmFirst({ title: t(LEAVE_QUESTION), confirm: t(DISCARD), isDanger: true }))) return;
    onClose();
  };
  return () => void close();
}
