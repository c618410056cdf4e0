import { StopReason } from '@cardinal/contract/enumerations/card.ts';
import { imeiKey, imeiRule } from '@cardinal/primitives/imei.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';

export type LockableCard = {
  readonly imei: string | null;
  readonly boundImei: string | null;
};

export type Binding =
  | { readonly kind: 'bind'; readonly imei: string }
  | { readonly kind: 'skip'; readonly code: string; readonly words: Text };

/** Why there is nothing to unbind. */
export const NOT_LOCKED = text('未绑定 IMEI', 'Not bound to an IMEI');

export const SEPARATED = StopReason.values.imei;

/** Whether a card is in a device other than the one it is locked to; spellings of one IMEI count as equal. */
export const isInAnotherDevice = ({ imei, boundImei }: LockableCard): boolean =>
  imei !== null && boundImei !== null && imeiKey(imei) !== imeiKey(boundImei);

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
  return { kind: 'bind', imei };
}

/** Whether there is a lock to open: also the reason of one whose restart the carrier refused. */
export const isLocked = (card: {
  readonly bound_imei: string | null;
  readonly stop_reasons: readonly number[];
}): boolean => card.bound_imei !== null || card.stop_reasons.includes(SEPARATED);
