import { readReadonlyCard, refreshReadonlyCard } from '@cardinal/contract/api/cardViews/readonlyCards.ts';
import { sentences, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { RefreshIcon } from '@cardinal/ui/icons.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { ReasonedButton } from '@cardinal/ui/ReasonedButton.tsx';
import { Button } from 'antd';
import { useEffect, useLayoutEffect } from 'react';
import { useChange } from '../../../kit/change.ts';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { CardSkeleton } from '../../../parts/cardViews/CardSkeleton.tsx';
import { navigate } from '../../../shell/navigation.ts';
import { mayCall } from '../../../shell/permissions.ts';
import { useParameters, usePlace } from '../../../shell/screenContext.ts';
import { shellState, showAppearance, titleTag } from '../../../shell/shellState.ts';
import { ReadonlyFacts } from './ReadonlyFacts.tsx';
import { type Family, familyOf, platformOf, readonlyPathOf } from './readonlyPath.ts';
import './readonly.css';
import { useRead } from '../../../kit/useRead.ts';

const words = {
  print: text('打印', 'Print'),
};

/** Charts resize with their panels within this time. */
const DRAWN_MS = 150;

/** The console's look before printing. */
let before: ReturnType<typeof shellState>['appearance'] | undefined;

function layOut(): void {
  before ??= shellState().appearance;
  showAppearance('light');
  document.body.dataset['printed'] = 'readonlyCard';
}

function putBack(): void {
  delete document.body.dataset['printed'];
  if (before) showAppearance(before);
  before = undefined;
}

function print(): void {
  layOut();
  setTimeout(() => window.print(), DRAWN_MS);
}

/** While this screen is shown, printing prints its card alone, dark on white, on one page. */
function usePrintedAlone(): void {
  useEffect(() => {
    window.addEventListener('beforeprint', layOut);
    window.addEventListener('afterprint', putBack);
    return () => {
      putBack();
      window.removeEventListener('beforeprint', layOut);
      window.removeEventListener('afterprint', putBack);
    };
  }, []);
}

/** One card, read-only, with its diagnosis. */
export function ReadonlyDetail(props: { family: Family }) {
  const t = useText();
  const { platformType = '', iccid = '' } = useParameters();
  const { path, match } = usePlace();
  const { data, error, refetch } = useRead(readReadonlyCard, { card: iccid });
  usePrintedAlone();
  const refreshing = useChange(refreshReadonlyCard, { done: t(sentences.refreshed) });
  const card = data?.card;
  useLayoutEffect(() => {
    if (!card) return;
    titleTag(path, card.iccid);
    // A card of another carrier or kind is redirected to its own address.
    if (platformOf(platformType) !== card.platform || familyOf(card.kind) !== props.family) {
      navigate(readonlyPathOf(card), { replace: true });
    }
  }, [card, path, platformType, props.family]);

  if (error && !data) {
    return (
      <>
        <h1>{t(match.route.title)}</h1>
        <NotLoaded failed={sentences.cardNotLoaded} error={error} onRetry={refetch} asked={iccid} />
      </>
    );
  }
  if (!data) return <CardSkeleton />;
  return (
    <div className="readonly-card">
      <ReadonlyFacts
        view={data}
        tools={
          <Inline isWithin>
            {mayCall(refreshReadonlyCard) ? (
              <ReasonedButton
                why={data.refresh.why}
                isBusy={refreshing.isRunning}
                onPick={() => void refreshing.run({ body: { id: data.card.id } })}
              >
                <RefreshIcon size={14} />
                {t(verbs.refresh)}
              </ReasonedButton>
            ) : null}
            <Button onClick={print}>{t(words.print)}</Button>
          </Inline>
        }
      />
    </div>
  );
}
