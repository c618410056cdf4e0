import { withCheckDigit } from '@cardinal/primitives/iccid.ts';
import type { Ctx } from '../../../framework/context.ts';
import { capabilitiesOf } from '../../carriers/face.ts';

const MINUTE_MS = 60_000;

/** Carrier statuses of listed cards that nobody has imported. */
const STATUSES = ['INVENTORY', 'INVENTORY', 'ACTIVATED', 'INVENTORY', 'DEACTIVATED'] as const;

/** Cards of a delivery not imported yet, listed since yesterday by the carriers that list changes. */
export async function seedUnmatchedDemo(ctx: Ctx, accountIds: readonly string[]): Promise<void> {
  for (const accountId of accountIds) {
    if ((await capabilitiesOf(ctx, accountId))?.operations.includes('listDevices')) await seedUnmatched(ctx, accountId);
  }
}

async function seedUnmatched(ctx: Ctx, accountId: string): Promise<void> {
  const seenAt = new Date(ctx.clock.now().getTime() - 20 * 60 * MINUTE_MS);
  await ctx.db
    .insertInto('card_imports.unmatched_carrier_card')
    .values(
      STATUSES.map((status, at) => ({
        id: ctx.ids.next(),
        carrier_account_id: accountId,
        iccid: withCheckDigit(`898606998${accountId.padStart(6, '0')}${String(at).padStart(4, '0')}`),
        status,
        first_seen_at: seenAt,
        last_seen_at: new Date(seenAt.getTime() + at * 9 * MINUTE_MS),
        decided_at: null,
        decided_name: null,
        import_batch_id: null,
      })),
    )
    .execute();
}
