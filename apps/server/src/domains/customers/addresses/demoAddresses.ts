import type { AddressTag } from '@cardinal/contract/enumerations/customer.ts';
import { seededRandom } from '@cardinal/primitives/random.ts';
import { say, type Text, text } from '@cardinal/primitives/text.ts';
import { personName, phoneNumber } from '../../../demo/demoPeople.ts';
import type { Ctx } from '../../../framework/context.ts';

const PLACES: readonly (readonly [division: string, postcode: string, detail: Text, tag: AddressTag])[] = [
  ['440305', '518057', text('演示科技园样例路 15 号 3 栋 1201', '15 Sample Road, building 3, room 1201'), 'company'],
  ['440306', '518101', text('演示工业区 B 栋 1 楼', 'Example Estate, block B, ground floor'), 'warehouse'],
  ['330106', '310012', text('样例路 478 号演示广场 A 座 9 层', '478 Sample Road, tower A, 9th floor'), 'company'],
  ['320506', '215100', text('样例南路 216 号演示园 2 号仓', '216 Sample Road South, warehouse 2'), 'warehouse'],
  ['110108', '100080', text('样例大街 1 号演示大厦 1503', '1 Example Street, room 1503'), 'invoice'],
  ['441900', '523851', text('样例镇演示东路 8 号 5 号库', '8 Demo Road East, store 5'), 'warehouse'],
];
const CUSTOMERS = ['1', '10', '11', '12', '20', '3'] as const;

/** A few addresses of each fixed customer, the first of them its default. */
export async function seedAddresses(ctx: Ctx): Promise<void> {
  const random = seededRandom('demo addresses');
  const rows = CUSTOMERS.flatMap((customerId, at) =>
    Array.from({ length: 3 }, (_, n) => {
      const [division, postcode, detail, tag] = PLACES[(at + n) % PLACES.length]!;
      const created = new Date(ctx.clock.now().getTime() - (30 + n * 60) * 86_400_000);
      return {
        id: String(500 + at * 10 + n),
        customer_id: customerId,
        receiver: personName(random, ctx.language),
        phone: phoneNumber(random),
        division,
        detail: say(detail, ctx.language),
        postcode,
        tag,
        is_default: n === 0,
        version: 1,
        created_at: created,
        updated_at: created,
      };
    }),
  );
  await ctx.db.insertInto('customers.address').values(rows).execute();
}
