import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { lazy, Suspense } from 'react';
import { TabbedScreen } from '../../kit/TabbedScreen.tsx';
import ClearableCards from './_clearing/ClearableCards.tsx';

const Clearings = lazy(() => import('./_clearing/Clearings.tsx'));

const words = {
  cards: text('可清理的卡', 'Cards to clear'),
  clearings: text('清理记录', 'Clearings'),
};

/** Leftover money on cards: which may be cleared, and what was, each time let pass by a second person. */
export default function ClearUpBalance() {
  const t = useText();
  return (
    <TabbedScreen
      tabs={[
        { key: 'cards', title: t(words.cards), content: () => <ClearableCards /> },
        {
          key: 'clearings',
          title: t(words.clearings),
          content: () => (
            <Suspense fallback={null}>
              <Clearings />
            </Suspense>
          ),
        },
      ]}
    />
  );
}
