import { putPreference, readPreferences } from '@cardinal/contract/api/identity/preferences.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import * as z from 'zod';
import { call } from '../http/call.ts';
import { isViewing } from '../shell/viewing.ts';
import { readKey, useRead } from './useRead.ts';

type All = AnswerOf<typeof readPreferences>;
type Json = All['preferences'][number]['value'];
const KEY = readKey(readPreferences, {});

/** A preference of the account, stored on the server: one read for all, each write at once. */
export function usePreference<S extends z.ZodType>(
  key: string,
  schema: S,
  otherwise: z.output<S>,
): [value: z.output<S>, keep: (value: z.output<S> | null) => void] {
  const queries = useQueryClient();
  const { data } = useRead(readPreferences, {}, { staleTime: Number.POSITIVE_INFINITY });
  const found = data?.preferences.find((each) => each.key === key);
  const parsed = found === undefined ? undefined : schema.safeParse(found.value);
  // One after the other: of two writes at once the later could be overtaken.
  const { mutate: write } = useMutation({
    mutationFn: (value: Json) => call(putPreference, { body: { key, value } }),
    scope: { id: `preference ${key}` },
    networkMode: 'always',
  });
  const keep = useCallback(
    (value: z.output<S> | null) => {
      const json = value as Json;
      queries.setQueryData<All>(KEY, (before) => {
        const others = (before?.preferences ?? []).filter((each) => each.key !== key);
        return { preferences: value === null ? others : [...others, { key, value: json }] };
      });
      // It applies until the reload even when the server refuses it; the client shows the refusal.
      if (isViewing()) return;
      write(json);
    },
    [queries, key, write],
  );
  return [parsed?.success ? parsed.data : otherwise, keep];
}

export const densitySchema = z.enum(['default', 'compact']);
export const useDensity = () => usePreference('density', densitySchema, 'default');
