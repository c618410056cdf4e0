import type { CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { listCardPools } from '@cardinal/contract/api/pools/cardPools.ts';
import { setCap } from '@cardinal/contract/api/pools/limits.ts';
import { readPoolOfCard } from '@cardinal/contract/api/pools/poolCards.ts';
import { detailPathOf } from '@cardinal/contract/routes/cardDetailPath.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Note, Span } from '@cardinal/ui/layout/Text.tsx';
import { wallTime } from '@cardinal/ui/moments.ts';
import { lazy, Suspense, useCallback, useState } from 'react';
import { CallButton } from '../../../kit/CallButton.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { guardOf } from '../../../parts/cardBatches/cardBulk.tsx';
import { ACTION_WORDS } from '../../../parts/cardViews/actionWords.ts';
import { CardActionSheet } from '../../../parts/cardViews/cardDetail/CardActionSheet.tsx';
import { CardDetail } from '../../../parts/cardViews/cardDetail/CardDetail.tsx';
import PoolOfCard, { type Membership, Named } from '../../../parts/cardViews/PoolOfCard.tsx';
import type { CardView } from '../../../parts/cardViews/useCard.ts';
import { cardOfPool } from '../../../parts/pools/poolTexts.ts';
import { Link } from '../../../shell/Link.tsx';
import { useSearch } from '../../../shell/screenContext.ts';

const CapCards = lazy(() => import('./LimitForms.tsx').then((module) => ({ default: module.CapCards })));

const words = {
  way: text('所在卡池', 'The pool of the card'),
  left: text('已于 {at} 离开该池', 'Left this pool at {at}'),
  never: text('该卡不在卡池 {code}', 'The card is not in the pool {code}'),
  inNone: text('该卡不在卡池中', 'The card is in no pool'),
};

type Doing = { readonly what: 'cap' | CardAction; readonly of: Membership };

const sameCode = (one: string, other: string) => one.toUpperCase() === other.toUpperCase();

/** The way back to the pool, what the card is to it, and what can be done about that. */
function PoolPanel({ card }: { card: CardView['card'] }) {
  const t = useText();
  const [search] = useSearch();
  const code = search.get('poolCode')?.trim() ?? '';
  const [doing, setDoing] = useState<Doing>();
  const { data } = useRead(readPoolOfCard, { cardId: card.id });
  if (!data) return null;
  const asked = data.memberships.find((each) => code === '' || sameCode(each.poolCode, code));
  const isHere = asked?.leftAt === null;
  const end = () => setDoing(undefined);
  const act = (action: CardAction, of: Membership) => (
    <CallButton key={action} size="small" call={guardOf(action)} onClick={() => setDoing({ what: action, of })}>
      {t(ACTION_WORDS[action].name)}
    </CallButton>
  );
  return (
    <Stack gap="s" below="l">
      <Inline as="nav" aria-label={t(words.way)}>
        <Link to="/poolManagement/monthPackagePool">{t(listCardPools.summary)}</Link>
        {[...(asked?.parent ? [asked.parent] : []), ...(asked ? [asked] : [])].map((pool) => (
          <Inline key={pool.poolCode} isWithin>
            <Span ink="secondary">/</Span>
            <Named pool={pool} />
          </Inline>
        ))}
      </Inline>
      {isHere ? null : (
        <Note>
          {asked?.leftAt
            ? t(words.left, { at: wallTime(asked.leftAt).slice(0, 16) })
            : code === ''
              ? t(words.inNone)
              : t(words.never, { code })}
        </Note>
      )}
      <PoolOfCard
        cardId={card.id}
        isWhole
        actions={
          isHere
            ? (of) =>
                of.isClosed ? null : (
                  <Inline>
                    <CallButton size="small" call={setCap} onClick={() => setDoing({ what: 'cap', of })}>
                      {t(setCap.summary)}
                    </CallButton>
                    {act('leave_pool', of)}
                    {act('pool_transfer', of)}
                  </Inline>
                )
            : undefined
        }
      />
      <Suspense fallback={null}>
        {doing?.what === 'cap' ? (
          <CapCards poolId={doing.of.poolId} ids={[doing.of.id]} onDone={end} onClose={end} />
        ) : null}
      </Suspense>
      {doing && doing.what !== 'cap' ? (
        <CardActionSheet
          card={card}
          action={doing.what}
          parameters={doing.what === 'leave_pool' ? { poolId: doing.of.poolId } : {}}
          onClose={end}
        />
      ) : null}
    </Stack>
  );
}

/** A card opened from its pool: the pool first, then the card as everywhere. */
export function PoolCardDetail() {
  const [search] = useSearch();
  const code = search.get('poolCode')?.trim() ?? '';
  const addressOf = useCallback((card: CardView['card']) => cardOfPool(card, code) ?? detailPathOf(card), [code]);
  return <CardDetail within={{ addressOf, lead: ({ card }) => <PoolPanel card={card} /> }} />;
}
