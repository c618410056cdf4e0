import { type Text, text } from '@cardinal/primitives/text.ts';
import { ChevronDownIcon, StarIcon } from '@cardinal/ui/icons.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { useDismissal } from '@cardinal/ui/MenuButton.tsx';
import { lazy, Suspense, useCallback, useState } from 'react';
import type { ViewsPanelProps } from './ViewsPanel.tsx';

const ViewsPanel = lazy(() => import('./ViewsPanel.tsx'));

const words = { views: text('视图', 'Views') };

/** A view the screen offers to everybody. */
export type BuiltInView = { readonly title: Text; readonly query: string };

/** Named filters: the screen's own, and those saved for the account. */
export function SavedViews(props: ViewsPanelProps) {
  const t = useText();
  const [isOpen, setIsOpen] = useState(false);
  const close = useCallback(() => setIsOpen(false), []);
  const root = useDismissal(isOpen, close);
  const pick = (query: string) => {
    close();
    props.onPick(query);
  };
  return (
    <div className="menu-root" ref={root}>
      <button type="button" className="button button-quiet" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <StarIcon size={14} />
        {t(words.views)}
        <ChevronDownIcon size={12} />
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <ViewsPanel {...props} onPick={pick} />
        </Suspense>
      ) : null}
    </div>
  );
}
