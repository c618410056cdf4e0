import { readDictWords } from '@cardinal/contract/api/settings/dictionaries.ts';
import { sayChanged } from '@cardinal/contract/enumerations/enumeration.ts';
import { WordsEdition } from '@cardinal/ui/language.tsx';
import { type ReactNode, useMemo } from 'react';
import { useSignedIn } from '../shell/signedIn.ts';
import { useRead } from './useRead.ts';

/** How soon a dictionary entry changed by somebody else is shown here. */
const AGAIN_MS = 60_000;

/** Shows system dictionaries with their current texts, without a reload: a new version re-renders everything below. */
export function DictWords(props: { children: ReactNode }) {
  const isAdmitted = useSignedIn(({ me }) => me !== undefined && !me.mustChangePassword);
  // An account that must change its password first may read nothing else.
  const { data } = useRead(
    readDictWords,
    {},
    { every: AGAIN_MS, staleTime: AGAIN_MS, retry: false, enabled: isAdmitted },
  );
  // Set during rendering, so that children already render with these texts.
  useMemo(() => data && sayChanged(data.words), [data]);
  return <WordsEdition edition={data?.version ?? ''}>{props.children}</WordsEdition>;
}
