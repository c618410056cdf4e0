import type { AnswerOf, Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type CallInput, type CallOptions, call } from '../http/call.ts';
import { isUnclear } from '../http/failure.ts';
import { AttemptKey } from '../http/idempotencyKey.ts';
import { toast } from '../shell/toasts.ts';

export type Change<E extends Endpoint> = {
  /** While it runs its button is disabled; a second click does nothing. */
  readonly isRunning: boolean;
  /** Resolves to nothing where the call failed and has been shown. */
  run(input?: CallInput<E>): Promise<AnswerOf<E> | undefined>;
};

/**
 * A call that changes something: one at a time, under one idempotency key while it is unclear whether an attempt
 * arrived; afterwards every list and detail on the screen is read again.
 */
export function useChange<E extends Endpoint>(
  endpoint: E,
  options: {
    done?: string | ((answer: AnswerOf<E>) => string);
    onDone?: (answer: AnswerOf<E>) => void;
  } & CallOptions = {},
): Change<E> {
  const queries = useQueryClient();
  const key = useRef(new AttemptKey());
  const running = useRef(false);
  const [isRunning, setIsRunning] = useState(false);

  const run = async (input: CallInput<E> = {}): Promise<AnswerOf<E> | undefined> => {
    if (running.current) return undefined;
    running.current = true;
    setIsRunning(true);
    const { done, onDone, ...rest } = options;
    const idempotencyKey = key.current.next(JSON.stringify([input.params, input.query, input.body, input.file?.name]));
    try {
      const answer = await call(endpoint, input, { ...rest, idempotencyKey });
      key.current.close();
      if (done) toast.success(typeof done === 'function' ? done(answer) : done);
      void queries.invalidateQueries();
      onDone?.(answer);
      return answer;
    } catch (error) {
      if (!isUnclear(error)) key.current.close();
      if (options.isSilent) throw error;
      return undefined;
    } finally {
      running.current = false;
      setIsRunning(false);
    }
  };
  return { isRunning, run };
}
