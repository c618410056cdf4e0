import { verbs } from '@cardinal/contract/words.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { useState } from 'react';
import { CardSetReport } from './CardSetReport.tsx';
import { NewCardSet } from './NewCardSet.tsx';
import { OwnCardSets } from './OwnCardSets.tsx';
import { useCardSets } from './useCardSets.ts';

/** A file of numbers, from the upload over its report to the saved sets. Closing it stops nothing. */
export default function CardSetsSheet(props: {
  onClose: () => void;
  /** Filters the list it was opened from; without it a set links to the lists of cards. */
  onFilter?: (setId: string) => void;
}) {
  const t = useText();
  const [openedId, setOpenedId] = useState<string>();
  const { data } = useCardSets();
  const opened = data?.find(({ id }) => id === openedId);
  return (
    <Sheet
      isOpen
      width={640}
      title={opened?.name ?? t(verbs.findByFile)}
      onClose={props.onClose}
      extra={openedId ? <TextButton onClick={() => setOpenedId(undefined)}>{t(verbs.back)}</TextButton> : null}
    >
      {openedId ? (
        <CardSetReport key={openedId} id={openedId} onFilter={props.onFilter} onClose={props.onClose} />
      ) : (
        <Stack gap="xl">
          <NewCardSet onSent={setOpenedId} />
          <OwnCardSets sets={data} onOpen={setOpenedId} onFilter={props.onFilter} />
        </Stack>
      )}
    </Sheet>
  );
}
