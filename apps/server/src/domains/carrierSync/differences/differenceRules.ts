import type { DifferenceKind } from '@cardinal/contract/api/carrierSync/carrierCards.ts';
import { imeiKey } from '@cardinal/primitives/imei.ts';
import type { CardRow } from '../../cards/face.ts';
import type { CarrierDevice } from '../../carriers/face.ts';

export type Found = { readonly kind: DifferenceKind; readonly ours: string; readonly theirs: string };

type Ours = Pick<CardRow, 'communication_plan' | 'rate_plan' | 'imei'>;
type Theirs = Pick<CarrierDevice, 'communicationPlan' | 'ratePlan' | 'imei'>;

/**
 * Differences besides the status, most severe first. A value one side does not report is no difference: the next reading fills
 * it in. Spellings of one IMEI count as equal.
 */
export function differsIn(ours: Ours, theirs: Theirs): Found | undefined {
  const pairs = [
    ['plan', ours.communication_plan, theirs.communicationPlan],
    ['ratePlan', ours.rate_plan, theirs.ratePlan],
    ['imei', ours.imei, theirs.imei],
  ] as const;
  for (const [kind, mine, other] of pairs) {
    if (!mine || !other) continue;
    const isSame = kind === 'imei' ? imeiKey(mine) === imeiKey(other) : mine === other;
    if (!isSame) return { kind, ours: mine, theirs: other };
  }
  return undefined;
}
