import { lazy, Suspense } from 'react';
import { setManual, useShell } from '../shellState.ts';
import { HelpPanel } from './HelpPanel.tsx';

const GuidedTour = lazy(() => import('./GuidedTour.tsx'));
const ManualSheet = lazy(() => import('./ManualSheet.tsx'));

/** What «?» opens: the panel, and from there the manual and the tour, which take its place. */
export default function HelpDesk(props: {
  id: string;
  current: string;
  isOpen: boolean;
  isTouring: boolean;
  onClose: () => void;
  onTour: (isTouring: boolean) => void;
}) {
  const manual = useShell((shell) => shell.manual);
  const instead = (begin: () => void) => {
    props.onClose();
    begin();
  };
  return (
    <Suspense fallback={null}>
      {props.isOpen ? (
        <HelpPanel
          id={props.id}
          current={props.current}
          onClose={props.onClose}
          onRead={(page) => instead(() => setManual(page ? { page } : {}))}
          onTour={() => instead(() => props.onTour(true))}
        />
      ) : null}
      {props.isTouring ? <GuidedTour onEnd={() => props.onTour(false)} /> : null}
      {manual ? <ManualSheet page={manual.page} onClose={() => setManual(undefined)} /> : null}
    </Suspense>
  );
}
