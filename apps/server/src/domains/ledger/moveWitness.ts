import { text } from '@cardinal/primitives/text.ts';
import type { MoveWitness } from '../customers/face.ts';

const CREDIT = text('信用额度（须先收回）', 'Credit (to be withdrawn first)');

/** The parent backs a customer's credit, so that a customer with credit stays where it is. Below it the backers move along. */
export const creditWitness: MoveWitness = {
  look: async ({ db }, { topId }) => {
    const { n } = await db
      .selectFrom('ledger.account')
      .select((on) => on.fn.countAll<string>().as('n'))
      .where('owner_kind', '=', 'customer')
      .where('owner_id', '=', topId)
      .where('credit', '>', '0')
      .executeTakeFirstOrThrow();
    return [{ what: CREDIT, count: Number(n), effect: 'blocks' }];
  },
};
