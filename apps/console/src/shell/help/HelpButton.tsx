import { useText } from '@cardinal/ui/language.tsx';
import { useDismissal } from '@cardinal/ui/MenuButton.tsx';
import { lazy, Suspense, useCallback, useEffect, useId, useState } from 'react';
import { isTyping } from '../CommandPalette.tsx';
import { Quietly } from '../ErrorBoundary.tsx';
import { setManual, useShell } from '../shellState.ts';
import { HELP, HELP_BUTTON } from './helpWords.ts';

const TourOffer = lazy(() => import('./TourOffer.tsx'));
const HelpDesk = lazy(() => import('./HelpDesk.tsx'));

/** «?» in the header of every screen; so does the key `?` where nobody is typing and no dialog is open. */
export default function HelpButton(props: { current: string; offersTour: boolean }) {
  const t = useText();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [isTouring, setIsTouring] = useState(false);
  const isReading = useShell((shell) => shell.manual !== undefined);
  const close = useCallback(() => setIsOpen(false), []);
  const box = useDismissal(isOpen, close);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen is what closes both
  useEffect(() => {
    close();
    setManual(undefined);
  }, [props.current]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('dialog[open], [aria-modal="true"]')) return;
      event.preventDefault();
      setIsOpen(true);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return (
    <Quietly>
      <Suspense fallback={null}>
        {props.offersTour ? <TourOffer current={props.current} onTake={() => setIsTouring(true)} /> : null}
      </Suspense>
      <div ref={box}>
        <button
          id={HELP_BUTTON}
          type="button"
          className="icon-button"
          aria-label={t(HELP)}
          title={`${t(HELP)} ( ? )`}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setIsOpen(!isOpen)}
        >
          ?
        </button>
        <Suspense fallback={null}>
          {isOpen || isTouring || isReading ? (
            <HelpDesk
              id={id}
              current={props.current}
              isOpen={isOpen}
              isTouring={isTouring}
              onClose={close}
              onTour={setIsTouring}
            />
          ) : null}
        </Suspense>
      </div>
    </Quietly>
  );
}
