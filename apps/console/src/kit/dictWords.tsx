import { readDictWords } from '@cardinal/contract/api/settings/dictionaries.ts';
import { sayChanged } from '@cardinal/contract/enumerations/enumeration.ts';
import { WordsEdition } from '@cardinal/ui/language.tsx';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { call } from '../http/call.ts';
import { useSignedIn } from '../shell/signedIn.ts';

/** How soon a word changed by somebody else is said here. */
const AGAIN_MS = 60_000;

/** Says system dictionaries by the words in force, without a reload: a new edition is said anew everywhere below. */
export function DictWords(props: { children: ReactNode }) {
  const isAdmitted = useSignedIn(({ me }) => me !== undefined && !me.mustChangePassword);
  const { data } = useQuery({
    queryKey: [readDictWords.name],
    queryFn: ({ signal }) => call(readDictWords, {}, { signal, isSilent: true }),
    refetchInterval: AGAIN_MS,
    staleTime: AGAIN_MS,
    retry: false,
    // Whoever has to change the password first is answered nothing else.
    enabled: isAdmitted,
  });
  // While drawing, so that what stands below is drawn with these words already.
  useMemo(() => data && sayChanged(data.words), [data]);
  return <WordsEdition edition={data?.version ?? ''}>{props.children}</WordsEdition>;
}
