import type { CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { readCardOffers } from '@cardinal/contract/api/cardViews/cardOffers.ts';
import { sentences } from '@cardinal/contract/words.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { NotLoaded } from '../../kit/NotLoaded.tsx';
import { Action } from '../../kit/table/RowActions.tsx';
import { useRead } from '../../kit/useRead.ts';
import { mayCall } from '../../shell/permissions.ts';
import { guardOf } from '../cardBatches/cardBulk.tsx';
import { ACTION_WORDS, isFrequent, rank } from './actionWords.ts';

/** The actions on one card in the menu of its row; one it cannot take says why. The rarely used are in its details. */
export default function CardMenu(props: { cardId: string; onAction: (action: CardAction) => void; close: () => void }) {
  const t = useText();
  const { data, error, refetch } = useRead(
    readCardOffers,
    { ids: [props.cardId] },
    { staleTime: 0, refetchOnMount: 'always' },
  );
  if (!data) return <NotLoaded failed={sentences.cardNotLoaded} error={error} onRetry={refetch} />;
  return data.offers
    .filter(({ action }) => (isFrequent(action) || action === 'cancel_card') && mayCall(guardOf(action)))
    .sort((a, b) => rank(a.action) - rank(b.action))
    .map(({ action, why }) => (
      <Action
        key={action}
        className="menu-item"
        action={{
          key: action,
          label: t(ACTION_WORDS[action].name),
          isDanger: action === 'cancel_card',
          disabled: why,
          onPick: () => props.onAction(action),
        }}
        onPicked={props.close}
      />
    ));
}
