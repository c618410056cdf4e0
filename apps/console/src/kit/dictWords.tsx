import { readDictWords } from '@cardinal/contract/api/settings/dictionaries.ts';
import { sayChanged } from '@cardinal/contract/enumerations/enumeration.ts';
import { WordsEdition } from '@cardinal/ui/language.tsx';
import { type ReactNode, useMemo } from 'react';
import { useSignedIn } from '../shell/signedIn.ts';
import { useRead } from './useRead.ts';

/** How soon a word changed by somebody else is said here. */
const AGAIN_MS = 60_000;

/** Says system dictionaries by the words in force, without a reload: a new edition is said anew everywhere below. */
export function DictWords(props: { children: ReactNode }) {
  const isAdmitted = useSignedIn(({ me }) => me !== undefined && !me.mustChangePassword);
  // Whoever has to change the password first is answered nothing else.
  const { data } = useRead(
    readDictWords,
    {},
    { every: AGAIN_MS, staleTime: AGAIN_MS, retry: false, enabled: isAdmitted },
  );
  // While drawing, so that what stands below is drawn with these words already.
  useMemo(() => data && sayChanged(data.words), [data]);
  return <WordsEdition edition={data?.version ?? ''}>{props.children}</WordsEdition>;
}
