import type { Text } from '@cardinal/primitives/text.ts';
import type { ManualPage } from './manualPages.ts';
import type { TermKey } from './terms.ts';

/** What «?» says about a screen. */
export type Explanation = {
  /** What the screen is for. */
  readonly purpose: Text;
  /** Its main words. */
  readonly terms: readonly TermKey[];
  /** What its figures mean and how fresh they are; none where it shows no data. */
  readonly figures?: Text;
  /** The two or three usual tasks. */
  readonly tasks: readonly Text[];
  readonly manual: ManualPage;
};

/** The explanations of one section by their routes: `screens/<section>/_help.ts`. */
export type Explanations = Readonly<Record<string, Explanation>>;
