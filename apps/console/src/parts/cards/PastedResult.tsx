import { readPasted } from '@cardinal/contract/api/cardViews/search.ts';
import { CardKind } from '@cardinal/contract/enumerations/card.ts';
import type { QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { CARD_LISTS, cardListPath } from '@cardinal/contract/routes/cardLists.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { lazy, Suspense, useState } from 'react';
import { useRead } from '../../kit/useRead.ts';
import { Link } from '../../shell/Link.tsx';
import { can, mayCall } from '../../shell/permissions.ts';

const NotFoundSheet = lazy(() => import('./NotFoundSheet.tsx'));

const words = {
  missing: text('未找到 {n} 个', '{n} not found'),
  elsewhere: text('{kind} {n} 张', '{kind}: {n}'),
};

/** What a pasted list found apart from the other filters: the numbers without a card, and cards that another list shows. */
export function PastedResult(props: { asked: QueryOf<typeof readPasted>; kind: CardKind | undefined }) {
  const t = useText();
  const { asked, kind: own } = props;
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useRead(readPasted, mayCall(readPasted) && asked);
  if (!data) return null;
  const isElsewhere = (kind: CardKind) =>
    own !== undefined && CARD_LISTS[kind].path !== CARD_LISTS[own].path && can(CARD_LISTS[kind].permission);
  return (
    <>
      {data.notFound.length > 0 ? (
        <TextButton onClick={() => setIsOpen(true)}>
          {t(words.missing, { n: countAmount(data.notFound.length) })}
        </TextButton>
      ) : null}
      {data.kinds
        .filter(({ kind }) => isElsewhere(kind))
        .map(({ kind, cards }) => (
          <Link
            key={kind}
            to={cardListPath(kind, {
              identifierType: String(asked.identifierType),
              identifiers: asked.identifiers,
            })}
          >
            {t(words.elsewhere, { kind: CardKind.labelOf(kind), n: countAmount(cards) })}
          </Link>
        ))}
      {isOpen ? (
        <Suspense>
          <NotFoundSheet numbers={data.notFound} asked={asked} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
