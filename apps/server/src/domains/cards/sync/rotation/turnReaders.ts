import type { Text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../../framework/context.ts';
import type { CallAbout, Capabilities, CarrierAccountFacts } from '../../../carriers/face.ts';
import type { CardRow } from '../../commands/commandStore.ts';
import type { ReadingKind } from './turnRules.ts';

/** What a reader needs to know of a card whose turn has come. */
export type TurnCard = Pick<CardRow, 'id' | 'iccid' | 'imsi' | 'business_number' | 'platform' | 'usage_at'> & {
  /** When the carrier last answered about it. */
  readonly readAt: Date | null;
};

export type Heard =
  | {
      readonly kind: 'heard';
      /** The moment before the carrier was asked. */
      readonly readAt: Date;
      /** Cards the carrier answered about; of the others nothing was learnt. */
      readonly answered: readonly string[];
      /** Cards it says it does not know. */
      readonly unknown: readonly string[];
      /** Takes over what was heard, in the transaction that notes the turns. */
      readonly apply: (ctx: Ctx) => Promise<void>;
    }
  /** Nothing can be asked before `until`. */
  | { readonly kind: 'unavailable'; readonly until: Date; readonly words: Text };

/** How one kind of reading is made. */
export type TurnReader = {
  readonly kind: ReadingKind;
  /** Cards in one call at this carrier; undefined where it cannot be asked for this. */
  readonly batchOf: (can: Capabilities) => number | undefined;
  readonly read: (
    ctx: Ctx,
    from: { readonly account: CarrierAccountFacts; readonly can: Capabilities; readonly about: CallAbout },
    cards: readonly TurnCard[],
  ) => Promise<Heard>;
};

const readers = new Map<ReadingKind, TurnReader>();

/** The room that keeps what is read says how it is read. */
export function registerTurnReader(reader: TurnReader): void {
  const known = readers.get(reader.kind);
  if (known && known !== reader) throw new Error(`Readings of ${reader.kind} are made by another room already`);
  readers.set(reader.kind, reader);
}

export const turnReader = (kind: ReadingKind): TurnReader | undefined => readers.get(kind);

/** Cards in one call of the operation for many, or one by one; undefined where the carrier has neither. */
export const batchSize = (
  can: Capabilities,
  many: keyof Capabilities['batchSizes'] | null,
  one: Capabilities['operations'][number] | null,
): number | undefined => {
  if (many && can.operations.includes(many)) return can.batchSizes[many] ?? 1;
  return one && can.operations.includes(one) ? 1 : undefined;
};
