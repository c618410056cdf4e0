import type { KeyboardEvent } from 'react';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Up and Down move between the checkboxes of a table, so that keyboard users need not tab through every cell. */
export function walkTicks(event: KeyboardEvent<HTMLElement>): void {
  const by = STEPS[event.key];
  if (by === undefined || !(event.target instanceof HTMLInputElement) || !event.target.closest('td.tick')) return;
  const ticks = [...event.currentTarget.querySelectorAll<HTMLInputElement>('td.tick input')];
  ticks[ticks.indexOf(event.target) + by]?.focus();
  event.preventDefault();
}
