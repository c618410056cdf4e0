import { useText } from '@cardinal/ui/language.tsx';
import { useDismissal } from '@cardinal/ui/MenuButton.tsx';
import { lazy, Suspense, useCallback, useEffect, useId, useState } from 'react';
import { isTyping } from '../CommandPalette.tsx';
import { Quietly } from '../ErrorBoundary.tsx';
import { setManual, useShell } from '../shellState.ts';
import { HELP } from './helpWords.ts';
import type { ManualPage } from './manualPages.ts';

const HelpPanel = lazy(() => import('./HelpPanel.tsx'));
const ManualSheet = lazy(() => import('./ManualSheet.tsx'));

/** «?» in the header of every screen; so does the key `?` where nobody is typing and no dialog is open. */
export default function HelpButton(props: { current: string }) {
  const t = useText();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const manual = useShell((shell) => shell.manual);
  const close = useCallback(() => setIsOpen(false), []);
  const box = useDismissal(isOpen, close);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen is what closes both
  useEffect(() => {
    close();
    setManual(undefined);
  }, [props.current]);
  const read = (page?: ManualPage) => {
    close();
    setManual(page ? { page } : {});
  };
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
    <div ref={box}>
      <button
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
      {isOpen ? (
        <Quietly>
          <Suspense fallback={null}>
            <HelpPanel id={id} current={props.current} onClose={close} onRead={read} />
          </Suspense>
        </Quietly>
      ) : null}
      {manual ? (
        <Quietly>
          <Suspense fallback={null}>
            <ManualSheet page={manual.page} onClose={() => setManual(undefined)} />
          </Suspense>
        </Quietly>
      ) : null}
    </div>
  );
}
