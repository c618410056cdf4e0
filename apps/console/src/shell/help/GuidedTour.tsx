import { useText } from '@cardinal/ui/language.tsx';
import { Tour } from 'antd';
import { useEffect, useState } from 'react';
import KitLook from '../../kit/KitLook.tsx';
import { useMayOpen } from '../NoticeText.tsx';
import { navigate } from '../navigation.ts';
import { HELP_BUTTON } from './helpWords.ts';
import { TOUR_STEPS, type TourStep } from './tourSteps.ts';

/** Where it goes, for those who may open it; the others see what their screen has of it. */
const SCREEN = '/cardsManagement/flowCardManagement';

/** A list may still be loading where the tour begins. */
const MOST_WAIT_MS = 4_000;
const LOOK_EVERY_MS = 200;

const elementOf = ({ target }: TourStep): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(target)].find((each) => each.offsetParent !== null);

/** Steps through real elements; a step whose element this account or this width does not show is left out. */
export default function GuidedTour(props: { onEnd: () => void }) {
  const t = useText();
  const [steps, setSteps] = useState<readonly TourStep[]>();
  const [current, setCurrent] = useState(0);
  const mayGo = useMayOpen(SCREEN);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it goes there once, when it begins
  useEffect(() => {
    if (mayGo) navigate(SCREEN);
    const since = Date.now();
    const timer = setInterval(() => {
      const found = TOUR_STEPS.filter(elementOf);
      if (found.length < TOUR_STEPS.length && Date.now() - since < MOST_WAIT_MS) return;
      clearInterval(timer);
      setSteps(found);
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  // The panel of a step is drawn after its element has been scrolled to.
  useEffect(() => {
    if (!steps) return;
    const timer = setTimeout(() => {
      document.querySelector<HTMLElement>(`.ant-tour [data-step="${current}"]`)?.focus();
    }, LOOK_EVERY_MS);
    return () => clearTimeout(timer);
  }, [steps, current]);
  if (!steps) return null;
  return (
    <KitLook>
      <Tour
        open
        current={current}
        onChange={setCurrent}
        onClose={() => {
          props.onEnd();
          document.getElementById(HELP_BUTTON)?.focus();
        }}
        steps={steps.map((step, at) => ({
          target: () => elementOf(step) ?? document.body,
          title: t(step.title),
          description: t(step.words),
          nextButtonProps: { 'data-step': at } as object,
        }))}
      />
    </KitLook>
  );
}
