/** What a person does before asking for something is at most this long ago. */
const RECENT_MS = 60_000;
const INPUTS = ['pointerdown', 'pointermove', 'keydown', 'wheel'];

/** Tells whether the page has been without a person's input for a while. Opening it counts as input. */
export function watchAttendance(page: EventTarget, now: () => number): () => boolean {
  let lastInput = now();
  const note = () => {
    lastInput = now();
  };
  for (const input of INPUTS) page.addEventListener(input, note, { capture: true, passive: true });
  return () => now() - lastInput > RECENT_MS;
}
