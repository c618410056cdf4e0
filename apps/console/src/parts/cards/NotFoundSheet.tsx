import type { readPasted } from '@cardinal/contract/api/cardViews/search.ts';
import type { QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { NumbersNotFound } from './NumbersNotFound.tsx';

/** The numbers of a pasted list without a card, beside the list. */
export default function NotFoundSheet(props: {
  numbers: readonly string[];
  asked: QueryOf<typeof readPasted>;
  onClose: () => void;
}) {
  const t = useText();
  return (
    <Sheet isOpen width={480} title={t(nouns.notFound)} onClose={props.onClose}>
      <NumbersNotFound numbers={props.numbers} asked={props.asked} />
    </Sheet>
  );
}
