import { withCheckDigit } from '@cardinal/primitives/iccid.ts';
import type { BenchWorld } from './world.ts';

const COLUMNS = [
  'id',
  'iccid',
  'platform',
  'sub_type',
  'carrier_account_id',
  'kind',
  'business_number',
  'imsi',
  'carrier_status',
  'lifecycle',
  'customer_id',
  'package_ends_at',
  'remark',
  'flow_total',
  'flow_used',
  'online_state',
  'created_at',
  'updated_at',
] as const;
const LIFECYCLES = ['activated', 'activated', 'activated', 'stopped', 'unactivated'] as const;
const WORDS = { activated: 'ACTIVATED', stopped: 'DEACTIVATED', unactivated: 'ACTIVATION_READY' } as const;
const OWNERS = ['10', '11', '12', '20'] as const;
const MINUTE_MS = 60_000;

export const iccidOf = (n: number): string => withCheckDigit(`898601${String(n).padStart(13, '0')}`);

function* rows(world: BenchWorld, from: number, count: number) {
  const { ids, clock } = world.ctx;
  const now = clock.now().getTime();
  for (let n = from; n < from + count; n += 1) {
    const lifecycle = LIFECYCLES[(n * 7) % LIFECYCLES.length] ?? 'activated';
    const created = new Date(now - (n % 86_400) * MINUTE_MS);
    yield [
      ids.next(),
      iccidOf(n),
      1,
      1,
      world.carrierAccountId,
      1,
      String(1_064_900_000_000 + n),
      `46001${String(n).padStart(10, '0')}`,
      WORDS[lifecycle],
      lifecycle,
      OWNERS[n % OWNERS.length] ?? '10',
      new Date(now + ((n % 400) - 30) * 1_440 * MINUTE_MS),
      n % 5 === 0 ? `备注 ${n}` : null,
      '1073741824',
      String((n * 7_919) % 1_073_741_824),
      (n % 2) + 1,
      created,
      created,
    ];
  }
}

/** Puts cards beside those that are there, by COPY, spread over three customers the agent sees and one it does not. */
export async function addCards(world: BenchWorld, from: number, count: number): Promise<void> {
  await world.ctx.copyRows('cards.card', COLUMNS, rows(world, from, count));
}
