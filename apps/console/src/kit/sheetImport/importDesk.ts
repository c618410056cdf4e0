import type { CardKind } from '@cardinal/contract/enumerations/card.ts';
import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import type { Say } from '@cardinal/ui/language.tsx';
import type { ComponentType } from 'react';
import type { FactLine } from '../FactsList.tsx';
import type { DryRun } from '../import/DryRunResult.tsx';
import type { BatchState } from './importLooks.ts';

/** What every import reports of a batch. */
export type ImportBatch = Omit<DryRun, 'badRows'> & {
  readonly id: string;
  readonly batchNo: string;
  readonly state: BatchState;
  readonly fileName: string;
  readonly carrierAccountName: string;
  readonly customerName: string;
  readonly productCode: string | null;
  readonly progress: number;
  readonly imported: number;
  readonly removed: number;
  readonly kept: number;
  readonly failure: string | null;
  readonly taskId: string | null;
  readonly undoTaskId: string | null;
  readonly createdAt: string;
  readonly badRows: readonly { readonly rowNumber: number; readonly words: string }[];
};

/** One way to decide on a checked sheet, and how many rows go in by it. */
export type Choice = {
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
  readonly isDisabled?: boolean;
  readonly going: number;
};

export type ImportFormProps = {
  readonly onDirty: (isDirty: boolean) => void;
  /** The current step of the form. */
  readonly onStep: (step: number) => void;
  /** The batch whose check has begun. */
  readonly onSent: (batchId: string) => void;
};

type WordOf =
  | ('add' | 'batch' | 'subject')
  /** A count with its noun. */
  | 'n'
  | ('cancelled' | 'see');
/** Some are of the list of batches, some of undoing one: an import without them has no such words. */
type FurtherWordOf =
  | ('done' | 'wrongNote' | 'checking' | 'good' | 'already' | 'start')
  | ('none' | 'noneHint' | 'brought')
  | ('undone' | 'kept' | 'seeKept' | 'undoBody' | 'undoConfirm');

/** An import whose batches have a list of their own, and can be undone. */
export type ListedDesk<B extends ImportBatch = ImportBatch> = ImportDesk<B> &
  UndoableDesk & {
    readonly list: { readonly name: string };
    readonly words: Readonly<Record<'none' | 'noneHint' | 'brought', Text>>;
  };
export type UndoableDesk = Pick<ImportDesk, 'idKey'> & {
  readonly undo: Endpoint;
  readonly words: Readonly<Record<'undoBody' | 'undoConfirm', Text>>;
};

/** One import: its endpoints, its words, and what it shows beyond the steps that all imports have. */
export type ImportDesk<B extends ImportBatch = ImportBatch> = {
  readonly detail: Endpoint;
  readonly upload: Endpoint;
  readonly template: Endpoint;
  readonly wrongRows: Endpoint;
  readonly decide: Endpoint;
  readonly cancel: Endpoint;
  /** Left out: what was written is not taken back. */
  readonly undo?: Endpoint;
  /** The event topic of its batches, and their id in its endpoints. */
  readonly topic: string;
  readonly idKey: 'batchId' | 'esimBatchId' | 'priceSheetId' | 'channelStatementId';
  readonly words: Readonly<Record<WordOf, Text>> & Readonly<Partial<Record<FurtherWordOf, Text>>>;
  /** The steps before the check. */
  readonly formSteps: readonly Text[];
  /** A form of many fields is `lazy`: its panel opens at once. */
  readonly Form: ComponentType<ImportFormProps>;
  /** Beside file, product, customer and moment. */
  facts(batch: B, t: Say): readonly FactLine[];
  /** The first is chosen unless somebody picks another; a single one is not asked about. */
  choices(batch: B, t: Say): readonly Choice[];
  /** What a wrong row is known by. */
  subjectOf(row: B['badRows'][number]): string;
  /** Where what a batch brought is seen. */
  broughtBy(batch: { readonly id: string; readonly kind?: CardKind }): string;
  /** Something else must finish before a decision is possible. */
  isHeld?(batch: B): boolean;
  readonly UnderFacts?: ComponentType<{ batch: B }>;
  readonly UnderFigures?: ComponentType<{ batch: B }>;
  readonly OverWrong?: ComponentType<{ batch: B }>;
};
