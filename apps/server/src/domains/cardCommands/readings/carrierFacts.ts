import type { Ctx } from '../../../framework/context.ts';
import { businessNumberOf, type CardRow, claimNumbers, type NumberClaim, noteImei } from '../../cards/face.ts';
import type { CarrierDevice } from '../../carriers/face.ts';
import { termsOfVersion } from '../../catalogue/face.ts';

/** The facts a list row reports besides the status; only those that differ. */
export function factsToKeep(card: CardRow, device: CarrierDevice): Partial<CardRow> {
  return {
    ...(device.ratePlan && device.ratePlan !== card.rate_plan ? { rate_plan: device.ratePlan } : {}),
    ...(device.communicationPlan && device.communicationPlan !== card.communication_plan
      ? { communication_plan: device.communicationPlan }
      : {}),
  };
}

/**
 * What the card takes from a full answer: numbers it lacked, unless claimed by another card, and its device. A card without a
 * lock is locked to a new device if its product requires it.
 */
export async function factsToTake(
  ctx: Ctx,
  card: CardRow,
  device: CarrierDevice,
  readAt: Date,
): Promise<Partial<CardRow>> {
  const business = await claimed(ctx, card, 'business_number', businessNumberOf(card.platform, device));
  const imsi = await claimed(ctx, card, 'imsi', device.imsi);
  const imei = device.imei && device.imei !== card.imei ? device.imei : undefined;
  if (imei) await noteImei(ctx, card, imei, readAt);
  const isLockedNow = imei !== undefined && card.bound_imei === null && (await locksAtSight(ctx, card));
  return {
    ...business,
    ...imsi,
    ...(imei ? { imei, ...(card.imei ? { imei_changed_at: readAt } : {}) } : {}),
    ...(isLockedNow ? { bound_imei: imei, bound_imei_at: readAt } : {}),
    ...(card.activated_at === null && device.activatedAt ? { activated_at: device.activatedAt } : {}),
  };
}

/** Whether a card's product locks it to the first device it is seen in. */
async function locksAtSight(ctx: Ctx, { product_code: code, product_version: version }: CardRow): Promise<boolean> {
  if (code === null || version === null) return false;
  return (await termsOfVersion(ctx, code, version))?.imeiLock === 'firstSeen';
}

async function claimed(
  ctx: Ctx,
  card: CardRow,
  column: NumberClaim['column'],
  value: string | null,
): Promise<Partial<CardRow>> {
  if (!value || card[column] !== null) return {};
  const [made] = await claimNumbers(ctx.db, [{ cardId: card.id, column, value }]);
  return made ? { [column]: value } : {};
}
