import { isFailure } from '../http/failure.ts';
import { toast } from '../shell/toasts.ts';
import { type FieldProblems, problemsFrom } from './formProblems.ts';

/**
 * The field errors of a call that failed silently. Other failures are shown as a toast, unless the session ended or the call
 * was cancelled. An error that is no call failure is rethrown.
 */
export function refusedFields(error: unknown): FieldProblems | undefined {
  if (!isFailure(error)) throw error;
  const fields = problemsFrom(error.fields);
  if (!fields && error.kind !== 'session' && error.kind !== 'cancelled') toast.error(error.message);
  return fields;
}
