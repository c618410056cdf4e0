import { CardKind, Platform } from '@cardinal/contract/enumerations/card.ts';
import { statusTextOf } from '@cardinal/contract/statuses/cardStatus.ts';
import { iccidKey } from '@cardinal/primitives/iccid.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { writeEvents } from '../../domains/cards/cardEvents.ts';
import { STOCK_STATUS } from '../../domains/cards/stockStatus.ts';
import { seedSessionDemo } from '../../domains/carrierSync/sessions/demo.ts';
import type { Ctx } from '../../framework/context.ts';
import { insertMany } from './demoInsert.ts';

/** A card of the demo that is a code number. */
export type DemoEsimCard = {
  readonly id: string;
  readonly iccid: string;
  readonly platform: Exclude<Platform, -1>;
  readonly carrierAccountId: string;
  readonly msisdn: string;
  readonly imsi: string;
  readonly eid: string | null;
  readonly customerId: string;
  readonly importedAt: Date;
  /** Since when it has run on a chip; null if it never did. */
  readonly activatedAt: Date | null;
  /** Whether it runs now. */
  readonly isRunning: boolean;
  readonly flowUsed: bigint;
  readonly flowTotal: bigint;
  /** Where its chip is; null if it never ran. */
  readonly country: string | null;
};

const IMPORTER = { accountId: '1002', accountName: 'operator', customerId: '1' };

const RUNNING: Readonly<Record<number, string>> = {
  [Platform.values.Lt]: 'ACTIVATED',
  [Platform.values.Yd]: 'normal',
  [Platform.values.Dx]: 'ACTIVATED',
  [Platform.values.Gj]: 'ACTIVATED',
};
const DAYS_30_MS = 30 * 86_400_000;

/** Writes the cards behind the demo's code numbers, with the first history record of each. */
export async function seedEsimCards(ctx: Ctx, cards: readonly DemoEsimCard[]): Promise<void> {
  const claims = cards.flatMap((card) => {
    const claim = (kind: number, value: string) => ({ kind, value, card_id: card.id });
    const iccids = [...new Set([card.iccid, iccidKey(card.iccid, card.platform)])];
    return [...iccids.map((iccid) => claim(1, iccid)), claim(2, card.msisdn), claim(5, card.imsi)];
  });
  await insertMany(ctx, 'cards.card_identifier', claims);
  await insertMany(
    ctx,
    'cards.card',
    cards.map((card) => cardRow(card, ctx.clock.now(), say(PACKAGE, ctx.language))),
  );
  await writeEvents(
    ctx,
    cards.map((card) => {
      const word = STOCK_STATUS[card.platform];
      return {
        cardId: card.id,
        iccid: card.iccid,
        customerId: card.customerId,
        action: 'import_card' as const,
        result: 'done' as const,
        source: 'import' as const,
        to: { word, ...statusTextOf(card.platform, word) },
        actor: IMPORTER,
        at: card.importedAt,
        state: { status: word, reasons: [], customer: card.customerId, tags: [] },
      };
    }),
  );
  await seedSessionDemo(
    ctx,
    new Map(cards.flatMap(({ id, country, isRunning }) => (country !== null && isRunning ? [[id, country]] : []))),
  );
}

const PACKAGE = text('1GB 月包', '1 GB monthly');

function cardRow(card: DemoEsimCard, now: Date, packageName: string) {
  const hasRun = card.activatedAt !== null;
  return {
    id: card.id,
    iccid: card.iccid,
    platform: card.platform,
    carrier_account_id: card.carrierAccountId,
    kind: CardKind.values.esim,
    business_number: card.msisdn,
    imsi: card.imsi,
    eid: card.eid,
    carrier_status: hasRun ? RUNNING[card.platform] : STOCK_STATUS[card.platform],
    lifecycle: hasRun ? 'activated' : 'unactivated',
    stop_reasons: [],
    sleep_status: 'awake',
    real_name_status: 0,
    customer_id: card.customerId,
    package_name: hasRun ? packageName : null,
    package_ends_at: hasRun ? new Date(now.getTime() + DAYS_30_MS) : null,
    activated_at: card.activatedAt,
    flow_total: hasRun ? String(card.flowTotal) : null,
    flow_used: hasRun ? String(card.flowUsed) : null,
    usage_at: hasRun ? now : null,
    online_state: card.isRunning ? 1 : hasRun ? 0 : 2,
    last_session_at: card.isRunning ? now : card.activatedAt,
    last_sync_at: now,
    created_at: card.importedAt,
    updated_at: now,
    version: 1,
  };
}
