import { cycleOf } from '@cardinal/primitives/cycle.ts';
import { type Random, seededRandom } from '@cardinal/primitives/random.ts';
import { DAY_MS, dayText } from '@cardinal/primitives/time.ts';
import type { Ctx } from '../../framework/context.ts';
import type { CopyValue } from '../../framework/copyRows.ts';
import { carrierAccounts } from '../carriers/face.ts';

const COLUMNS = [
  'card_id',
  'day',
  'customer_id',
  'cycle',
  'from_seconds',
  'to_seconds',
  'from_messages',
  'to_messages',
];

/** Voice usage of the demo's voice cards for the running cycle; the days sum to what the lists show. */
export async function seedVoiceDays(ctx: Ctx): Promise<void> {
  await ctx.db.deleteFrom('usage.voice_day').execute();
  await ctx.copyRows('usage.voice_day', COLUMNS, voiceDays(ctx, seededRandom('demo voice')));
}

async function* voiceDays(ctx: Ctx, random: Random): AsyncGenerator<readonly CopyValue[]> {
  const now = ctx.clock.now();
  const cards = await ctx.db
    .selectFrom('cards.v_card')
    .select(['id', 'customer_id', 'carrier_account_id', 'activated_at', 'usage_at', 'voice_used', 'sms_used'])
    .where('kind', '=', 2)
    .where('voice_used', 'is not', null)
    .where('activated_at', 'is not', null)
    .orderBy('id')
    .execute();
  const accounts = await carrierAccounts(
    ctx,
    cards.map((card) => card.carrier_account_id),
  );
  for (const card of cards) {
    const account = accounts.get(card.carrier_account_id);
    const zone = account?.zone ?? 'Asia/Shanghai';
    const cycle = cycleOf(now, { day: account?.cycleDay ?? 1, zone });
    const from = Math.max(cycle.start.getTime(), card.activated_at?.getTime() ?? 0);
    const last = dayText(card.usage_at ?? now, zone);
    const days: string[] = [];
    for (let at = from; dayText(new Date(at), zone) <= last; at += DAY_MS) days.push(dayText(new Date(at), zone));
    const weights = days.map(() => random.int(100) * random.int(4));
    const sum = weights.reduce((total, weight) => total + weight, 0) || 1;
    const [seconds, messages] = [Number(card.voice_used), Number(card.sms_used ?? 0)];
    let before = 0;
    for (const [n, day] of days.entries()) {
      const so = before + (weights[n] ?? 0);
      const share = (whole: number, part: number) => Math.floor((whole * part) / sum);
      // The last day gets the remainder.
      const end = n === days.length - 1 ? sum : so;
      yield [
        card.id,
        day,
        card.customer_id,
        cycle.key,
        share(seconds, before),
        share(seconds, end),
        share(messages, before),
        share(messages, end),
      ];
      before = so;
    }
  }
}
