import type { KeyboardEvent } from 'react';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Up and down among the ticks of a table: whoever goes by keyboard need not walk through every cell of a row. */
export function walkTicks(event: KeyboardEvent<HTMLElement>): void {
  const by = STEPS[event.key];
  if (by === undefined || !(event.target instanceof HTMLInputElement) || !event.target.closest('td.tick')) return;
  const ticks = [...event.currentTarget.querySelectorAll<HTMLInputElement>('td.tick input')];
  ticks[ticks.indexOf(event.target) + by]?.focus();
  event.preventDefault();
}
