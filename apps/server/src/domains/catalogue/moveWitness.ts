import { text } from '@cardinal/primitives/text.ts';
import type { MoveWitness } from '../customers/face.ts';

const GIVEN = text('个产品由原上级分配，请先收回', 'products distributed by the current parent; recall them first');

/** A customer's product comes from its parent: under a new parent the chain of distributions would break. */
export const productWitness: MoveWitness = {
  look: async (ctx, { topId }) => {
    const { n } = await ctx.db
      .selectFrom('catalogue.product_distribution')
      .select((on) => on.fn.countAll<string>().as('n'))
      .where('customer_id', '=', topId)
      .where('from_customer_id', 'is not', null)
      .where('state', '=', 'on')
      .executeTakeFirstOrThrow();
    return [{ what: GIVEN, count: Number(n), effect: 'blocks' }];
  },
};
