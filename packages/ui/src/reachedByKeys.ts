const REACHED = ':is(a[href], button, input, select, textarea):not(:disabled, [tabindex="-1"]), [tabindex="0"]';

const isCut = (box: HTMLElement): boolean => box.scrollHeight > box.clientHeight || box.scrollWidth > box.clientWidth;

/**
 * What scrolls is scrolled with the keys too: a box whose content is cut off and holds nothing to press is itself reached
 * by Tab, for as long as that is so. For `ref`; answers how to let go of it.
 */
export function reachedByKeys(box: HTMLElement | null): (() => void) | undefined {
  if (!box) return;
  const look = () => {
    if (isCut(box) && !box.querySelector(REACHED)) box.tabIndex = 0;
    else box.removeAttribute('tabindex');
  };
  look();
  const changes = new MutationObserver(look);
  changes.observe(box, { childList: true, subtree: true });
  // A picture that arrives, or a narrower window, makes the same words longer.
  const sizes = new ResizeObserver(look);
  for (const each of [box, box.firstElementChild]) if (each) sizes.observe(each);
  return () => {
    changes.disconnect();
    sizes.disconnect();
  };
}
