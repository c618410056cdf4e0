import type { CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import type { previewSelection } from '@cardinal/contract/api/cardBatches/selection.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import type { ReactNode } from 'react';
import type { FieldProblems } from '../formProblems.ts';

export type BulkParameters = NonNullable<BodyOf<typeof previewSelection>['parameters']>;
export type Preview = AnswerOf<typeof previewSelection>;

/** An action on many cards as a screen declares it. */
export type CardBulkAction = {
  readonly action: CardAction;
  readonly label: Text;
  /** The consequence in a sentence; the dialog repeats it. */
  readonly consequence: ReactNode;
  readonly isDanger?: boolean;
  /** Changes our own data only: a few cards are changed in one step, and no carrier's time is estimated. */
  readonly isLocal?: boolean;
  /** What will be set on so many cards, in a sentence. */
  readonly effect?: (value: BulkParameters, cards: number) => ReactNode;
  /** What the second column of an uploaded sheet holds, if it is used. */
  readonly secondColumn?: Text;
  /** Parameters that are not asked for. */
  readonly given?: BulkParameters;
  /** Fields of the action's own parameters; `cardIds` are the cards, where they were picked one by one. */
  readonly parameters?: (
    value: BulkParameters,
    change: (value: BulkParameters) => void,
    problems: FieldProblems,
    cardIds?: readonly string[],
  ) => ReactNode;
};
