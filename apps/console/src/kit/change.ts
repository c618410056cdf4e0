import type { AnswerOf, Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type CallInput, type CallOptions, call } from '../http/call.ts';
import { isFailure, isUnclear, type RequestFailure } from '../http/failure.ts';
import { AttemptKey } from '../http/idempotencyKey.ts';
import { confirmFirst, type Question } from '../shell/questions.ts';
import { toast } from '../shell/toasts.ts';

export type Change<E extends Endpoint> = {
  /** While it runs its button is disabled; a second click does nothing. */
  readonly isRunning: boolean;
  /** Resolves to undefined where the call failed; the failure has been shown. */
  run(input?: CallInput<E>): Promise<AnswerOf<E> | undefined>;
  /** Asks first, and sends that when it is confirmed. */
  confirm(question: Question & { readonly sends: CallInput<E> }): Promise<AnswerOf<E> | undefined>;
};

type ChangeOptions<E extends Endpoint> = {
  done?: string | ((answer: AnswerOf<E>) => string);
  onDone?: (answer: AnswerOf<E>) => void;
  /** Hears what is shown already. */
  onFailure?: (failure: RequestFailure) => void;
} & CallOptions;

/** Several changes in one place, one at a time: see `useChange`. */
export function useChanges() {
  const queries = useQueryClient();
  const key = useRef(new AttemptKey());
  const running = useRef(false);
  const [isRunning, setIsRunning] = useState(false);

  const run = async <E extends Endpoint>(
    endpoint: E,
    input: CallInput<E> = {},
    options: ChangeOptions<E> = {},
  ): Promise<AnswerOf<E> | undefined> => {
    if (running.current) return undefined;
    running.current = true;
    setIsRunning(true);
    const { done, onDone, onFailure, ...rest } = options;
    const { params, query, body, file } = input;
    const idempotencyKey = key.current.next(JSON.stringify([endpoint.name, params, query, body, file?.name]));
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
      if (isFailure(error)) onFailure?.(error);
      return undefined;
    } finally {
      running.current = false;
      setIsRunning(false);
    }
  };
  return { isRunning, run };
}

/**
 * A call that changes something: one at a time, with one idempotency key while it is unknown whether an attempt arrived.
 * Afterwards every list and detail on the screen is read again.
 */
export function useChange<E extends Endpoint>(endpoint: E, options: ChangeOptions<E> = {}): Change<E> {
  const { isRunning, run } = useChanges();
  return {
    isRunning,
    run: (input) => run(endpoint, input, options),
    confirm: async ({ sends, ...question }) =>
      (await confirmFirst(question)) ? run(endpoint, sends, options) : undefined,
  };
}
