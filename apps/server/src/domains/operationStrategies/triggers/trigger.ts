import type { Text } from '@cardinal/primitives/text.ts';
import type { RawBuilder } from 'kysely';
import type { StrategyRow } from '../strategyTables.ts';

/** Facts that happened after the one moment, or ever, and until the other. */
export type Window = { readonly after: Date | null; readonly until: Date };

/** What a condition is judged by, besides the card `c`. */
export type Judging = { readonly strategy: StrategyRow; readonly now: Date };

/** What must hold of a card (`c`) when a strategy fires; it is judged again under the card's lock. */
export type Condition = {
  readonly sql: (judging: Judging) => RawBuilder<boolean>;
  readonly holds: Text;
  readonly fails: Text;
  /** When it holds no more, what was done for it is lifted. What ended it, for `{by}` of the words: a text in SQL. */
  readonly ends?: { readonly by?: (judging: Judging) => RawBuilder<string | null>; readonly words: Text };
};

/** One kind of fact that strategies act on. A new one is one of these, and its entry in the contract's enumeration. */
export type Trigger = {
  /** Selects `card_id`, `fact` (unique for the card), `at` and `said` (jsonb) of the facts in a window, by an index on their moment. */
  readonly facts: (strategy: StrategyRow, window: Window, customerIds: readonly string[]) => RawBuilder<unknown>;
  readonly conditions: readonly Condition[];
  /** A fact in words; `said` is what its query told. */
  readonly words: (said: unknown) => Text;
  /** What is said of a card of which no fact is known. */
  readonly none: Text;
};
