import {
  alreadyTheirs,
  nothingToRecover,
  numberNotFree,
  numberOnChip,
  numberRuns,
} from '@cardinal/contract/api/esim/refusals.ts';
import { numberNotBound } from '@cardinal/contract/api/esimOperations/operations.ts';
import { EsimEnableState } from '@cardinal/contract/enumerations/card.ts';
import { type Refusal, Refused } from '@cardinal/contract/framework/refusal.ts';
import { type Facts, type Text, text } from '@cardinal/primitives/text.ts';
import type { Left } from '../plan.ts';
import { placeOf } from './numberRules.ts';
import type { OwnedNumber } from './numberStore.ts';

const WITH_ITS_CHIP = text('在芯片上，随芯片划拨', 'On a chip; allocated with the chip');
const THEIRS = text('已在该客户名下', 'Already owned by this customer');
const OWN = text('已在自己名下', 'Already yours');
const RUNS = text('正在芯片上使用', 'In use on a chip');
const NOT_STOCK = text('不在库存中（{state}）', 'Not in stock ({state})');
const NOT_BOUND = text('不在绑定中或已绑定状态', 'Not binding or bound');

/** Operations on code numbers in stock that involve no chip. */
export type StockStep =
  | { readonly kind: 'allocate'; readonly to: string | undefined }
  | { readonly kind: 'recover'; readonly to: string }
  | { readonly kind: 'invalidate' | 'unbind' };
/** Why a step skips a number; the refusal is used if it would skip all of them. */
type StockNo = Left & { readonly refusal: Refusal };
type Stocked = Pick<OwnedNumber, 'eid' | 'enable_state' | 'rsp_state'> & { readonly customer_id?: string };
const no = (refusal: Refusal, words: Text, facts: Facts = {}): StockNo => ({
  refusal,
  code: refusal.name,
  words,
  facts,
});

/**
 * A number on a chip moves with the chip, and an invalid one is never allocated. Only stock can be invalidated; only numbers
 * bound but not downloaded can be unbound.
 */
export function whyNotStocked(step: StockStep, number: Stocked): StockNo | undefined {
  const place = placeOf({ enableState: number.enable_state, rspState: number.rsp_state, isBound: number.eid !== null });
  const notFree = no(numberNotFree, NOT_STOCK, { state: EsimEnableState.labelOf(number.enable_state) });
  switch (step.kind) {
    case 'unbind':
      return place === 'binding' || place === 'bound' ? undefined : no(numberNotBound, NOT_BOUND);
    case 'invalidate':
      if (place === 'stock') return undefined;
      if (place === 'enabled') return no(numberRuns, RUNS);
      return notFree;
    default:
      if (number.eid !== null) return no(numberOnChip, WITH_ITS_CHIP);
      if (number.customer_id !== step.to) return step.kind === 'allocate' && place === 'invalid' ? notFree : undefined;
      return step.kind === 'recover' ? no(nothingToRecover, OWN) : no(alreadyTheirs, THEIRS);
  }
}

/** The numbers a step applies to, and how many it skips. Refused if it would skip all. */
export function stepped(step: StockStep, numbers: readonly OwnedNumber[]): { ready: OwnedNumber[]; left: number } {
  const ready = numbers.filter((number) => !whyNotStocked(step, number));
  const [first] = numbers;
  const why = ready.length === 0 && first ? whyNotStocked(step, first) : undefined;
  if (first && why) throw new Refused(why.refusal, { iccid: first.iccid, eid: first.eid ?? '', ...why.facts });
  return { ready, left: numbers.length - ready.length };
}
