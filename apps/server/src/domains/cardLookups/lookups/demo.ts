import { Platform } from '@cardinal/contract/enumerations/card.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { concluded, type Step } from './lookupRules.ts';

const MINUTE_MS = 60_000;
/** The first row, used in the API documentation. */
export const DEMO_LOOKUP = '5400001';
const TASKS = { online: '5400100', diagnosis: '5400200' } as const;
const TIMED_OUT = text('运营商未在时限内应答，可重试', 'The carrier did not respond in time; you can retry');

/** Agent A's queries of this morning: five cards, one without an answer, and one diagnosis. */
export async function seedLookupDemo(ctx: Ctx): Promise<void> {
  const cards = await ctx.db
    .selectFrom('cards.v_card')
    .select(['id', 'iccid', 'platform', 'carrier_account_id', 'imei', 'last_session_at', 'used_today', 'usage_at'])
    .where('customer_id', '=', '10')
    .where('platform', '=', Platform.values.Lt)
    .where('lifecycle', '=', 'activated')
    .orderBy('id')
    .limit(6)
    .execute();
  const [diagnosed, ...asked] = cards;
  if (!diagnosed) return;
  const at = new Date(ctx.clock.now().getTime() - 95 * MINUTE_MS);
  const common = { customer_id: '10', account_name: 'agent', state: 'done', source: 'live' } as const;
  const steps: Step[] = [
    { key: 'status', verdict: 'good', words: text('已激活', 'Activated'), advice: null },
    {
      key: 'session',
      verdict: 'bad',
      words: text('离线', 'Offline'),
      advice: text('检查设备的 APN 设置与信号', "Check the device's APN and its signal"),
    },
  ];
  const conclusion = concluded({ state: 'good', words: text('正常', 'Fine') }, steps);
  const rows = asked.map((card, seq) => {
    const isMuted = seq === 4;
    const isOnline = !isMuted && seq % 2 === 0;
    const startedAt = new Date(at.getTime() - (seq + 1) * 47 * MINUTE_MS);
    return {
      ...common,
      ...factsOf(card),
      source: isMuted ? ('sync' as const) : ('live' as const),
      id: ctx.ids.next(),
      task_id: TASKS.online,
      seq,
      depth: 'online' as const,
      online_state: isMuted ? 2 : isOnline ? 1 : 0,
      words: isMuted ? JSON.stringify(TIMED_OUT) : null,
      ip_address: `10.12.${seq}.${20 + seq}`,
      apn: 'cmnbiot',
      rat: null,
      imei: null,
      started_at: startedAt,
      ended_at: isMuted || isOnline ? null : new Date(startedAt.getTime() + 18 * MINUTE_MS),
      asked_at: at,
      known_at: isMuted ? new Date(at.getTime() - 6 * 60 * MINUTE_MS) : at,
      used_today: card.used_today,
      usage_at: card.usage_at,
      steps: '[]',
      conclusion: null,
      created_at: at,
    };
  });
  const later = new Date(at.getTime() + 2 * MINUTE_MS);
  const one = {
    ...common,
    ...factsOf(diagnosed),
    id: DEMO_LOOKUP,
    task_id: TASKS.diagnosis,
    seq: 0,
    depth: 'diagnosis' as const,
    online_state: 0,
    words: JSON.stringify(conclusion.words),
    ip_address: '10.12.9.9',
    apn: 'cmnbiot',
    rat: null,
    imei: null,
    started_at: new Date(later.getTime() - 300 * MINUTE_MS),
    ended_at: new Date(later.getTime() - 210 * MINUTE_MS),
    asked_at: later,
    known_at: later,
    used_today: diagnosed.used_today,
    usage_at: diagnosed.usage_at,
    steps: JSON.stringify(steps),
    conclusion: JSON.stringify(conclusion),
    created_at: later,
  };
  await ctx.db
    .insertInto('card_lookups.online_lookup')
    .values([...rows, one])
    .execute();
}

const factsOf = (card: { id: string; iccid: string; platform: number; carrier_account_id: string }) => ({
  card_id: card.id,
  iccid: card.iccid,
  platform: card.platform,
  carrier_account_id: card.carrier_account_id,
});
