import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import { isOutOfControl, lifecycleOf, statusTextOf } from '@cardinal/contract/statuses/cardStatus.ts';
import type { ActionCode } from '@cardinal/contract/tasks/taskCatalogue.ts';
import { iccidKey, spellingsOf } from '@cardinal/primitives/iccid.ts';
import { filled, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import {
  announceCards,
  type CardRow,
  carrierValue,
  changeCard,
  type LockedCard,
  lockCardsWhere,
  type NewCardEvent,
  NOTHING_PENDING,
  noteUnchanged,
  writeEvents,
} from '../../cards/face.ts';
import type { CarrierDevice } from '../../carriers/face.ts';
import { type Settlement, settleItems } from '../../tasks/face.ts';
import { type CommandRow, closeCommand, moveOf, openCommandsOf } from '../commands/commandStore.ts';
import { commandLine } from '../commands/commandStory.ts';
import { judgeReading } from '../commands/confirmRules.ts';
import { forgetForcedStops } from '../commands/forcedStops.ts';
import { type Reasons, reasonsText, without } from '../commands/reasonRules.ts';
import { revertPendingCommand } from '../commands/revertPendingCommand.ts';
import { standingsOf } from '../commands/standing.ts';
import { factsToKeep, factsToTake } from './carrierFacts.ts';
import { type ReadFrom, readingsTaken } from './readingsTaken.ts';

export type Applied = { readonly seen: number; readonly changed: number; readonly confirmed: number };

/**
 * Applies carrier readings: confirms what was requested, records what somebody else changed. Runs as the last step of the
 * caller's transaction. Skips cards that are not on the platform.
 */
export async function applyReadings(
  asked: Ctx,
  accountId: string,
  devices: readonly CarrierDevice[],
  from: ReadFrom,
): Promise<Applied> {
  const ctx = {
    ...asked,
    db: asked.beyondScope('a carrier speaks of its cards and of what was asked, whoever has them'),
  };
  const cards = await lockRead(ctx, accountId, devices);
  const commands = new Map(
    (
      await openCommandsOf(
        ctx.db,
        cards.map(({ card }) => card.id),
      )
    ).map((command) => [command.card_id, command]),
  );
  const work = new Work(ctx, from);
  for (const { card, device } of cards) await work.take(card, commands.get(card.id), device);
  await work.end();
  const taken = cards.map((each) => ({ ...each, isStale: work.stale.has(each.card.id) }));
  for (const keep of asked.contributed(readingsTaken)) await keep(asked, { ...from, accountId, cards: taken });
  return { seen: cards.length, changed: work.shown.length, confirmed: work.confirmed };
}

/** Locks our cards behind the readings, in the order of their ids. */
async function lockRead(ctx: Ctx, accountId: string, devices: readonly CarrierDevice[]) {
  if (devices.length === 0) return [];
  const byIccid = new Map(devices.map((device) => [device.iccid, device]));
  const byKey = new Map(devices.map((device) => [iccidKey(device.iccid), device]));
  const spellings = devices.flatMap(({ iccid }) => spellingsOf(iccid));
  const cards = await lockCardsWhere(ctx.db, (all) =>
    all.where('iccid', 'in', spellings).where('carrier_account_id', '=', accountId),
  );
  return cards.flatMap((card) => {
    const device = byIccid.get(card.iccid) ?? byKey.get(iccidKey(card.iccid));
    return device ? [{ card, device }] : [];
  });
}

const ESCAPED = text('失控：仍有停机原因 {reasons}', 'Out of control: stop reasons remain: {reasons}');
const LOCKED_BY_PRODUCT = text('产品要求锁定首次出现的设备', 'The product locks cards to the first device seen');

/** The action that a lifecycle change nobody requested is recorded under. */
export const MOVED_BY: Readonly<Record<string, ActionCode>> = {
  activated: 'reboot_card',
  stopped: 'stop_card',
  cancelled: 'cancel_card',
  unactivated: 'to_inventory',
};

class Work {
  readonly #ctx: Ctx;
  readonly #from: ReadFrom;
  readonly #events: NewCardEvent[] = [];
  readonly #settlements: Settlement[] = [];
  readonly #untouched: string[] = [];
  readonly shown: LockedCard[] = [];
  readonly stale = new Set<string>();
  confirmed = 0;

  constructor(ctx: Ctx, from: ReadFrom) {
    this.#ctx = ctx;
    this.#from = from;
  }

  async take(card: LockedCard, command: CommandRow | undefined, device: CarrierDevice): Promise<void> {
    const judgement = judgeReading(
      { platform: card.platform as Platform, carrierStatus: card.carrier_status, lastSyncAt: card.last_sync_at },
      command && { state: command.state, from: command.from_status, to: command.to_status, sentAt: command.sent_at },
      { status: device.status, ...this.#from },
    );
    if (judgement === 'stale') {
      this.stale.add(card.id);
      return;
    }
    const { isDirect, readAt } = this.#from;
    const facts = isDirect ? await factsToTake(this.#ctx, card, device, readAt) : {};
    if (facts.bound_imei) this.#locked(card, facts.bound_imei);
    const kept = { ...factsToKeep(card, device), ...facts };
    if (judgement === 'confirmed' && command) return this.#confirm(card, command, device, kept);
    if (judgement === 'overtaken' && command) return this.#overtake(card, command, device, kept);
    if (judgement === 'foreign') return this.#foreign(card, device, kept);
    if (judgement === 'unknown') await this.#unknown(card, device);
    if (Object.keys(kept).length === 0) this.#untouched.push(card.id);
    else await this.#change(card, kept);
  }

  /** Notifies everybody, in the platform-wide lock order: cards, then tasks. */
  async end(): Promise<void> {
    const { db } = this.#ctx;
    await noteUnchanged(db, this.#untouched, this.#from.readAt);
    if (this.#events.length > 0) await writeEvents(this.#ctx, this.#events);
    await announceCards(this.#ctx, this.shown);
    await settleItems(this.#ctx, this.#settlements);
  }

  async #change(card: LockedCard, change: Parameters<typeof changeCard>[2]): Promise<LockedCard> {
    const after = await changeCard(
      this.#ctx.db,
      card,
      { ...change, last_sync_at: this.#from.readAt },
      this.#ctx.clock.now(),
    );
    return after;
  }

  async #confirm(card: LockedCard, command: CommandRow, device: CarrierDevice, kept: Partial<CardRow>): Promise<void> {
    const now = this.#ctx.clock.now();
    await closeCommand(this.#ctx.db, command, { state: 'confirmed', at: now });
    const { lifts } = moveOf(command);
    await forgetForcedStops(this.#ctx.db, card.id, without(lifts, card.stop_reasons as Reasons));
    this.shown.push(await this.#change(card, { ...kept, ...NOTHING_PENDING, ...this.#statusOf(card, device) }));
    this.#events.push({ ...commandLine(command, card.platform), result: 'confirmed' });
    this.#settle(command, {
      kind: 'done',
      reference: command.carrier_ref ?? undefined,
      ...standingsOf(command, card.stop_reasons),
    });
    this.confirmed += 1;
  }

  async #overtake(card: LockedCard, command: CommandRow, device: CarrierDevice, kept: Partial<CardRow>): Promise<void> {
    const found = statusTextOf(card.platform as Platform, device.status);
    const words = text(`运营商侧状态已变为${found.zh}`, `The carrier has moved the card to ${found.en}`);
    await closeCommand(this.#ctx.db, command, { state: 'refused', at: this.#ctx.clock.now(), words: words.zh });
    const before = await revertPendingCommand(this.#ctx, card, command);
    this.#events.push({ ...commandLine(command, card.platform), result: 'refused', carrierWords: words });
    this.#settle(command, { kind: 'failed', code: 'overtaken', words });
    await this.#foreign(before, device, kept);
  }

  async #foreign(card: LockedCard, device: CarrierDevice, kept: Partial<CardRow>): Promise<void> {
    const after = await this.#change(card, { ...kept, ...this.#statusOf(card, device) });
    this.shown.push(after);
    const isFirst = card.lifecycle === 'unactivated' && after.lifecycle === 'activated';
    const isEscaped = isOutOfControl(card.platform as Platform, after.carrier_status, after.stop_reasons as Reasons);
    this.#events.push({
      ...this.#carrierLine(card),
      action: isFirst ? 'active_card' : (MOVED_BY[after.lifecycle] ?? 'sync_card'),
      result: 'done',
      from: carrierValue(card.platform, card.carrier_status),
      to: carrierValue(card.platform, after.carrier_status),
      reason: isEscaped ? filled(ESCAPED, { reasons: reasonsText(after.stop_reasons as Reasons) }) : null,
    });
  }

  /** Reported once: the next reading finds the record and adds none. */
  async #unknown(card: LockedCard, device: CarrierDevice): Promise<void> {
    const told = await this.#ctx.db
      .selectFrom('cards.v_card_event')
      .select('id')
      .where('card_id', '=', card.id)
      .where('action', '=', 'sync_card')
      .where('result', '=', 'refused')
      .where(sql<boolean>`to_value ->> 'word' = ${device.status}`)
      .executeTakeFirst();
    if (told) return;
    this.#events.push({
      ...this.#carrierLine(card),
      action: 'sync_card',
      result: 'refused',
      from: carrierValue(card.platform, card.carrier_status),
      to: carrierValue(card.platform, device.status),
    });
  }

  /** Its product locked the card to the device it was seen in. */
  #locked(card: LockedCard, imei: string): void {
    const { id: cardId, iccid, customer_id: customerId } = card;
    const line = { cardId, iccid, customerId, action: 'bind_imei', result: 'done', source: 'strategy' } as const;
    this.#events.push({ ...line, to: imei, reason: LOCKED_BY_PRODUCT });
  }

  #carrierLine(card: LockedCard) {
    return {
      cardId: card.id,
      iccid: card.iccid,
      customerId: card.customer_id,
      source: 'carrier' as const,
      actor: { accountId: null, accountName: '', customerId: null },
    };
  }

  #statusOf(card: LockedCard, device: CarrierDevice) {
    const lifecycle = lifecycleOf(card.platform as Platform, device.status) ?? card.lifecycle;
    const isFirst = card.activated_at === null && lifecycle === 'activated';
    return {
      carrier_status: device.status,
      lifecycle,
      sleep_status: /^sleep$/i.test(device.status) ? 'asleep' : 'awake',
      ...(isFirst ? { activated_at: device.activatedAt ?? this.#ctx.clock.now() } : {}),
    };
  }

  #settle(command: CommandRow, outcome: Settlement['outcome']): void {
    if (command.task_id) this.#settlements.push({ taskId: command.task_id, target: command.iccid, outcome });
  }
}
