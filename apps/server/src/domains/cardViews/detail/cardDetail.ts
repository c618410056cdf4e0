import { cardNotFound } from '@cardinal/contract/api/cards/cardRefusals.ts';
import type { readCard as endpoint } from '@cardinal/contract/api/cardViews/cardDetail.ts';
import { CardKind, LtSubType, Platform, type StopReason } from '@cardinal/contract/enumerations/card.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { shownStatusOf, statusTextOf } from '@cardinal/contract/statuses/cardStatus.ts';
import { cycleOf } from '@cardinal/primitives/cycle.ts';
import { normalIccid, spellingsOf } from '@cardinal/primitives/iccid.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { type Ctx, holds } from '../../../framework/context.ts';
import type { Standstill } from '../../../outbound/gate/standstill.ts';
import { cardTerms, isInAnotherDevice, NOT_CONNECTED } from '../../cardBatches/face.ts';
import { byHandOf, lineOf, realNameOffers } from '../../cardLookups/face.ts';
import { type CardRow, channelText, imeisOf, sightOf } from '../../cards/face.ts';
import { cardPool, keptReading, markOpen } from '../../carrierSync/face.ts';
import { type CarrierAccountFacts, carrierAccount, standstills } from '../../carriers/face.ts';
import { customerOf, customerSteps } from '../../customers/face.ts';
import { functionsOf } from './cardFunctions.ts';
import { cardReadings } from './cardReadings.ts';
import { diagnosisOf, offeredOf, presentCard } from './cardView.ts';
import { stopReasonsOf } from './stopReasons.ts';

type Detail = AnswerOf<typeof endpoint>;

/** Everything about one card on one screen; an ICCID of 19 or 20 digits finds the same card. */
export async function cardDetail(ctx: Ctx, iccid: string): Promise<Detail> {
  const card = await ctx.db
    .selectFrom('cards.v_card')
    .selectAll()
    .where('iccid', 'in', spellingsOf(normalIccid(iccid)))
    .orderBy('id')
    .executeTakeFirst();
  if (!card) throw new Refused(cardNotFound);
  await markOpen(ctx, card.id);
  const [owner, account, { session, raw }] = await Promise.all([
    customerOf(ctx.db, card.customer_id),
    carrierAccount(ctx, card.carrier_account_id),
    keptReading(ctx, card.id),
  ]);
  const platform = card.platform as Platform;
  const word = shownStatusOf(platform, card.carrier_status, card.stop_reasons as readonly StopReason[]);
  const sight = await sightOf(ctx, card);
  const hidesDevice = sight?.hides.has('imei') ?? false;
  const line = await lineOf(ctx, card);
  const still = (await standstills(ctx, [card.carrier_account_id])).get(card.carrier_account_id);
  return {
    card: (await presentCard(ctx, card)) as Detail['card'],
    shownStatus: { word, text: say(statusTextOf(platform, word), ctx.language) },
    customerPath: owner ? await customerSteps(ctx.db, owner.path) : [],
    stopReasons: await stopReasonsOf(ctx, card),
    diagnosis: await diagnosisOf(ctx, card),
    offered: await offeredOf(ctx, card),
    functions: await functionsOf(ctx, card),
    usageCapMb: card.usage_cap_mb,
    whiteList: card.kind === CardKind.values.voice ? (card.white_list?.map((each) => ({ ...each })) ?? null) : null,
    line: hidesDevice && line.reading ? { ...line, reading: { ...line.reading, binding: null } } : line,
    byHand: await byHandOf(ctx, card),
    imeis: hidesDevice ? [] : await imeisOf(ctx, card),
    imeiLock: hidesDevice ? null : imeiLockOf(card),
    imeiChangedAt: hidesDevice ? null : (card.imei_changed_at?.toISOString() ?? null),
    hides: [...(sight?.hides ?? [])],
    terms: await cardTerms(ctx, card),
    carrier: {
      ...carrierOf(ctx, card, account, still),
      pool: await cardPool(ctx, card),
      readings: await cardReadings(ctx, card, account, session && new Date(session.readAt)),
    },
    session,
    realName: await realNameOffers(ctx, card),
    raw: holds(ctx.actor, 'platformConfig.view') ? raw : null,
  };
}

const imeiLockOf = (card: CardRow): Detail['imeiLock'] =>
  card.bound_imei === null
    ? null
    : {
        imei: card.bound_imei,
        since: card.bound_imei_at?.toISOString() ?? null,
        isSeparated: isInAnotherDevice({ imei: card.imei, boundImei: card.bound_imei }),
      };

const UNPROVEN = text('接口待确认', 'Interface unverified');

function carrierOf(
  ctx: Ctx,
  card: CardRow,
  account: CarrierAccountFacts | undefined,
  still: Standstill | undefined,
): Omit<Detail['carrier'], 'readings' | 'pool'> {
  const channel = { platform: card.platform as Platform, subType: card.sub_type };
  const cycleDay = account?.cycleDay ?? 1;
  const cycle = cycleOf(ctx.clock.now(), { day: cycleDay, zone: account?.zone ?? 'Asia/Shanghai' });
  // Notes about an account are shown only to those who may see accounts.
  const why = account?.isConnected
    ? holds(ctx.actor, 'platformConfig.view')
      ? still?.words
      : still?.plain
    : NOT_CONNECTED;
  const isLeyu = card.platform === Platform.values.Lt && card.sub_type === LtSubType.values.LEYU;
  const extras = [
    { label: text('通道说明', 'Account notes'), value: isLeyu ? say(UNPROVEN, ctx.language) : null },
    { label: text('资费计划', 'Rate plan'), value: card.rate_plan },
    { label: text('通信计划', 'Communication plan'), value: card.communication_plan },
  ];
  return {
    accountName: holds(ctx.actor, 'platformConfig.view') ? (account?.name ?? null) : null,
    channel: say(channelText(channel), ctx.language),
    statusField: memberField(card.platform, 'statusField'),
    numberField: memberField(card.platform, 'numberField'),
    isReachable: why === undefined,
    unreachableWhy: why ? say(why, ctx.language) : null,
    cycleDay,
    cycle: { key: cycle.key, start: cycle.start.toISOString(), end: cycle.end.toISOString() },
    extras: extras.flatMap(({ label, value }) => (value ? [{ label: say(label, ctx.language), value }] : [])),
  };
}

/** The carrier's own term for a field, as its table declares it. */
const memberField = (platform: number, name: 'statusField' | 'numberField'): string | null => {
  const member = Platform.memberOf(platform);
  return member && name in member ? (member as Record<typeof name, string>)[name] : null;
};
