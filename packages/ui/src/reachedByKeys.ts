const REACHED = ':is(a[href], button, input, select, textarea):not(:disabled, [tabindex="-1"]), [tabindex="0"]';

const isCut = (box: HTMLElement): boolean => box.scrollHeight > box.clientHeight || box.scrollWidth > box.clientWidth;

/**
 * Makes a scrolling box keyboard-focusable while its content overflows and contains nothing focusable. For `ref`; returns the
 * cleanup.
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
  // A loaded image or a narrower window changes the content's height.
  const sizes = new ResizeObserver(look);
  for (const each of [box, box.firstElementChild]) if (each) sizes.observe(each);
  return () => {
    changes.disconnect();
    sizes.disconnect();
  };
}
