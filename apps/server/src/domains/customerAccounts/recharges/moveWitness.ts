import { text } from '@cardinal/primitives/text.ts';
import type { MoveWitness } from '../../customers/face.ts';

const PENDING = text('待审核的充值单', 'Recharges that wait for review');

/** The parent that entered a recharge pays for it. Below the top the parents move along. */
export const rechargeWitness: MoveWitness = {
  look: async ({ db }, { topId }) => {
    const { n } = await db
      .selectFrom('customer_accounts.recharge')
      .select((on) => on.fn.countAll<string>().as('n'))
      .where('customer_id', '=', topId)
      .where('state', '=', 'pending')
      .executeTakeFirstOrThrow();
    return [{ what: PENDING, count: Number(n), effect: 'blocks' }];
  },
};
