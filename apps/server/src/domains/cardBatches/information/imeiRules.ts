import { StopReason } from '@cardinal/contract/enumerations/card.ts';
import { imeiKey, imeiRule } from '@cardinal/primitives/imei.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';

export type LockableCard = {
  readonly imei: string | null;
  readonly boundImei: string | null;
  readonly stopReasons: readonly number[];
};

export type Binding =
  | { readonly kind: 'bind'; readonly imei: string; readonly stopReasons: readonly number[] }
  | { readonly kind: 'skip'; readonly code: string; readonly words: Text };

/** Why there is nothing to unbind. */
export const NOT_LOCKED = text('未绑定 IMEI', 'Not bound to an IMEI');

const SEPARATED = StopReason.values.imei;

/** Whether a card is in a device other than the one it is locked to; spellings of one IMEI count as equal. */
export const isInAnotherDevice = ({ imei, boundImei }: Pick<LockableCard, 'imei' | 'boundImei'>): boolean =>
  imei !== null && boundImei !== null && imeiKey(imei) !== imeiKey(boundImei);

const without = (reasons: readonly number[]) => reasons.filter((reason) => reason !== SEPARATED);

/** The device to lock a card to: the given one, otherwise the one its carrier saw it in last. */
export function bindingOf(card: LockableCard, asked: string | undefined): Binding {
  const imei = asked ?? card.imei;
  if (!imei) {
    return {
      kind: 'skip',
      code: 'noImei',
      words: text('未读到该卡的 IMEI，请指定', 'No IMEI has been read for this card; enter one'),
    };
  }
  const wrong = imeiRule(imei);
  if (wrong) return { kind: 'skip', code: 'wrongImei', words: wrong.text };
  if (card.boundImei === imei) {
    return { kind: 'skip', code: 'already', words: text('已绑定该 IMEI', 'Already bound to this IMEI') };
  }
  const isSeparated = isInAnotherDevice({ imei: card.imei, boundImei: imei });
  return { kind: 'bind', imei, stopReasons: isSeparated ? card.stopReasons : without(card.stopReasons) };
}

/** Without a lock there is no machine-card separation. */
export const reasonsUnlocked = (card: LockableCard): readonly number[] => without(card.stopReasons);

/** The card's stop reasons after locking it to this device, or to none. */
export const reasonsLocked = (card: LockableCard): readonly number[] =>
  isInAnotherDevice(card) ? reasonsSeparated(card.stopReasons) : without(card.stopReasons);

/** A locked card in another device gets stop reason 4. */
export const reasonsSeparated = (reasons: readonly number[]): readonly number[] =>
  reasons.includes(SEPARATED) ? reasons : [...reasons, SEPARATED].sort((a, b) => a - b);
