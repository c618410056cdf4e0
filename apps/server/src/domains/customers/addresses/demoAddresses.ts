import type { AddressTag } from '@cardinal/contract/enumerations/customer.ts';
import { seededRandom } from '@cardinal/primitives/random.ts';
import { personName, phoneNumber } from '../../../demo/demoPeople.ts';
import type { Ctx } from '../../../framework/context.ts';

const PLACES: readonly (readonly [division: string, postcode: string, detail: string, tag: AddressTag])[] = [
  ['440305', '518057', '科技园科苑路 15 号 3 栋 1201', 'company'],
  ['440306', '518101', '西乡街道固戍航城工业区 B 栋 1 楼', 'warehouse'],
  ['330106', '310012', '文三路 478 号华星时代广场 A 座 9 层', 'company'],
  ['320506', '215100', '金枫南路 216 号东创科技园 2 号仓', 'warehouse'],
  ['110108', '100080', '中关村大街 1 号海龙大厦 1503', 'invoice'],
  ['441900', '523851', '长安镇振安东路 8 号 5 号库', 'warehouse'],
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
        receiver: personName(random),
        phone: phoneNumber(random),
        division,
        detail,
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
