import type { DisplayPart } from '@cardinal/contract/enumerations/control.ts';
import { historyFrom, type Look, roundedDown } from './displayRules.ts';

/** What somebody is shown of a card, after all strategies that concern it. */
export type Sight = {
  readonly hides: ReadonlySet<DisplayPart>;
  readonly masksNumbers: boolean;
  readonly roundings: readonly Pick<Look, 'unit' | 'decimals'>[];
  /** Undefined: the whole history. */
  readonly historyMonths: number | undefined;
};

/** Of several strategies, each of another owner above, the strictest holds in every point: none shows what another hides. */
export const together = (looks: readonly Look[], parts: readonly DisplayPart[]): Sight => ({
  hides: new Set(parts.filter((part) => looks.some(({ shows }) => !shows.includes(part)))),
  masksNumbers: looks.some(({ masksNumbers }) => masksNumbers),
  roundings: looks.map(({ unit, decimals }) => ({ unit, decimals })),
  historyMonths: looks.length === 0 ? undefined : Math.min(...looks.map(({ historyMonths }) => historyMonths)),
});

/** Never more than was measured, and what the coarsest of the roundings makes of it. */
export const bytesSeen = (bytes: bigint, { roundings }: Pick<Sight, 'roundings'>): bigint =>
  roundings.reduce((least, each) => {
    const rounded = roundedDown(bytes, each);
    return rounded < least ? rounded : least;
  }, bytes);

/** Whether a day lies within the history that is shown. */
export const isShownDay = (day: string, today: string, { historyMonths }: Pick<Sight, 'historyMonths'>): boolean =>
  historyMonths === undefined || day >= historyFrom(today, historyMonths);
