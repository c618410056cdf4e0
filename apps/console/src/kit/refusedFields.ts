import { isFailure } from '../http/failure.ts';
import { toast } from '../shell/toasts.ts';
import { type FieldProblems, problemsFrom } from './formProblems.ts';

/**
 * What a call that failed silently says of the fields, to be shown at them. Anything else is shown as a toast, unless the
 * session ended or the call was cancelled. What is no failure of a call is thrown on.
 */
export function refusedFields(error: unknown): FieldProblems | undefined {
  if (!isFailure(error)) throw error;
  const fields = problemsFrom(error.fields);
  if (!fields && error.kind !== 'session' && error.kind !== 'cancelled') toast.error(error.message);
  return fields;
}
