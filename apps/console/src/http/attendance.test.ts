import { expect, it } from 'vitest';
import { watchAttendance } from './attendance.ts';

it('a page is unattended a minute after the last input of a person, until the next', () => {
  const page = new EventTarget();
  let now = 0;
  const isUnattended = watchAttendance(page, () => now);
  const after = (seconds: number) => {
    now += seconds * 1000;
    return isUnattended();
  };
  expect([after(60), after(1)]).toEqual([false, true]);
  for (const input of ['pointerdown', 'pointermove', 'keydown', 'wheel']) {
    page.dispatchEvent(new Event(input));
    expect([input, after(60), after(1)]).toEqual([input, false, true]);
  }
});
