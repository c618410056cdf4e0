import type { AnswerOf, Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import type { Refusal } from '@cardinal/contract/framework/refusal.ts';
import type { CallInput } from '../../http/call.ts';
import { isFailure } from '../../http/failure.ts';
import { useChange } from '../../kit/change.ts';
import { confirmFirst, type Question } from '../../shell/questions.ts';
import { toast } from '../../shell/toasts.ts';

/**
 * A decision about selected rows, after a confirmation. `settled` is called when none of them is open any more: decided now, or
 * earlier by somebody else (the refusal `decided`), so that they do not stay selected while no longer listed. Resolves to
 * undefined where nothing was decided; the reason has been shown.
 */
export function useDecision<E extends Endpoint>(endpoint: E, decided: Refusal) {
  const change = useChange(endpoint, { isSilent: true });
  const decide = async (
    question: Question,
    body: CallInput<E>['body'],
    settled: () => void,
  ): Promise<AnswerOf<E> | undefined> => {
    if (!(await confirmFirst(question))) return undefined;
    try {
      const answer = await change.run({ body } as CallInput<E>);
      if (answer) settled();
      return answer;
    } catch (error) {
      if (!isFailure(error)) throw error;
      if (error.code === decided.code) settled();
      if (error.kind !== 'session' && error.kind !== 'cancelled') toast.error(error.message);
      return undefined;
    }
  };
  return { isRunning: change.isRunning, decide };
}
