import type { AnswerOf, Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { CallInput } from '../../http/call.ts';
import { isFailure, isUnclear } from '../../http/failure.ts';
import { AttemptKey } from '../../http/idempotencyKey.ts';
import { toast } from '../../shell/toasts.ts';
import { type FieldProblems, problemsFrom } from '../formProblems.ts';
import type { CheckedFile } from './checkFile.ts';
import { sendUpload } from './sendUpload.ts';

/**
 * One file, chosen and sent, with its errors. After a lost answer the same file is sent with the same key, so nothing is
 * imported twice. `field` is for an `UploadField`.
 */
export function useUpload<E extends Endpoint>(
  endpoint: E,
  about: {
    readonly missing: string;
    readonly done?: (answer: AnswerOf<E>) => string;
    readonly onDone: (answer: AnswerOf<E>) => void;
    /** Fields beside the file: what is wrong with them is in `problems`. */
    readonly fields?: readonly string[];
  },
) {
  const queries = useQueryClient();
  const key = useRef(new AttemptKey());
  const [value, setValue] = useState<CheckedFile>();
  const [sent, setSent] = useState<number>();
  const [problems, setProblems] = useState<FieldProblems>({});

  const submit = async (body: CallInput<E>['body']) => {
    if (sent !== undefined) return;
    if (!value) return setProblems({ file: about.missing });
    setProblems({});
    setSent(0);
    try {
      const idempotencyKey = key.current.next(JSON.stringify([body, value.sha256]));
      const input = { body, file: value.file } as CallInput<E> & { file: File };
      const answer = await sendUpload(endpoint, input, { sent: setSent, idempotencyKey });
      key.current.close();
      if (about.done) toast.success(about.done(answer));
      void queries.invalidateQueries();
      about.onDone(answer);
    } catch (error) {
      if (!isFailure(error)) throw error;
      if (!isUnclear(error)) key.current.close();
      const found = problemsFrom(error.fields);
      const isElsewhere = about.fields?.some((name) => found?.[name] !== undefined);
      setProblems(isElsewhere ? { ...found } : { file: error.fields[0]?.message ?? error.message });
      setSent(undefined);
    }
  };
  const onValue = (next: CheckedFile | undefined) => {
    setValue(next);
    setProblems({});
  };
  return {
    submit,
    isSending: sent !== undefined,
    problems,
    field: { value, onValue, problem: problems['file'], sent },
  };
}
