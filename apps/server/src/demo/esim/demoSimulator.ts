import { EsimEnableState } from '@cardinal/contract/enumerations/card.ts';
import { openNumberSecret } from '../../domains/esim/face.ts';
import type { Ctx } from '../../framework/context.ts';

/** The account at the simulated SM-DP+ and eIM, as the demo opens it on both sides. */
export type SimulatedSmdp = {
  readonly id: string;
  readonly requesterId: string;
  readonly notifierId: string;
  readonly notifyToken: string;
  readonly eimToken: string;
};

const { enabled, notEnabled } = EsimEnableState.values;

/**
 * Provisions the simulated SM-DP+ and eIM with the demo's numbers and chips, and sets the push address. Known ones are kept.
 * Chips with an open operation are offline, so that the demo does not change until somebody brings them online.
 */
export async function provisionSmdp(
  ctx: Ctx,
  simulatorUrl: string,
  ownUrl: string,
  smdp: SimulatedSmdp,
): Promise<void> {
  const numbers = await ctx.db
    .selectFrom('esim.code_number')
    .selectAll()
    .where('smdp_account_id', '=', smdp.id)
    .orderBy('card_id')
    .execute();
  const chips = await ctx.db
    .selectFrom('esim.chip')
    .selectAll()
    .where('carrier_account_id', '=', smdp.id)
    .where('architecture', '!=', 'm2m')
    .orderBy('eid')
    .execute();
  const known = new Set(chips.map(({ eid }) => eid));
  const byChip = Map.groupBy(numbers, ({ eid }) => eid);
  const { requesterId, notifierId, eimToken, notifyToken } = smdp;
  const world = {
    account: { requesterId, notifierId, eimToken, notifyUrl: notifyUrl(ownUrl, notifyToken) },
    profiles: numbers.map((number) => ({
      iccid: number.iccid,
      profileType: number.profile_type,
      state: number.rsp_state,
      eid: number.eid !== null && known.has(number.eid) ? number.eid : null,
      matchingId: openNumberSecret(ctx, number.card_id, 'matchingId', number.matching_id),
    })),
    chips: chips.map((chip) => {
      const own = byChip.get(chip.eid) ?? [];
      const onChip = own.filter(({ enable_state: state }) => state === enabled || state === notEnabled);
      const fallback = onChip.find(({ card_id }) => card_id === chip.fallback_number_id);
      return {
        eid: chip.eid,
        architecture: chip.architecture,
        isOnline: own.every(({ rsp_state: state }) => state === 'Installed' || state === 'Unavailable'),
        imei: chip.imei,
        fallbackIccid: fallback?.iccid ?? null,
        profiles: onChip.map(({ iccid, enable_state }) => ({ iccid, isEnabled: enable_state === enabled })),
      };
    }),
  };
  await tell(`${simulatorUrl}/_control/es2plus/world`, world);
}

/** Only the address it pushes to: another start may listen on another port. */
export async function moveNotices(simulatorUrl: string, ownUrl: string, smdp: SimulatedSmdp): Promise<void> {
  const { requesterId, notifyToken } = smdp;
  await tell(`${simulatorUrl}/_control/es2plus/accounts`, { requesterId, notifyUrl: notifyUrl(ownUrl, notifyToken) });
}

const notifyUrl = (ownUrl: string, token: string): string => `${ownUrl}/es2plus/${token}`;

async function tell(url: string, body: unknown): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`The simulated SM-DP+ refuses: ${answer.status} ${await answer.text()}`);
}
