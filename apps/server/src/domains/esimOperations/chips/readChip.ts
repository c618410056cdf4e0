import type {
  readChip as endpoint,
  chipOperations as operationsEndpoint,
} from '@cardinal/contract/api/esimOperations/chips.ts';
import { Platform } from '@cardinal/contract/enumerations/card.ts';
import { ChipState } from '@cardinal/contract/enumerations/esim.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { maskedNumber } from '@cardinal/primitives/maskedNumber.ts';
import { say, type Text } from '@cardinal/primitives/text.ts';
import { type Ctx, holds } from '../../../framework/context.ts';
import { rowSeen, sightsOfCards } from '../../cards/face.ts';
import { carrierAccount } from '../../carriers/face.ts';
import { customerNames } from '../../customers/face.ts';
import { type ChipRow, findChip, tagsOfChips } from '../../esim/face.ts';
import { refusedKinds } from '../operations/operationRules.ts';
import { factsOfChip } from '../operations/operationStore.ts';
import { sightsOfChips } from './shownChips.ts';

type Detail = AnswerOf<typeof endpoint>;
const iso = (moment: Date | null) => moment?.toISOString() ?? null;
const told = (ctx: Ctx, words: Text | null) => words && say(words, ctx.language);

/** One chip with its numbers, as recorded here and as the chip listed them at its last audit. */
export async function readChip(ctx: Ctx, eid: string): Promise<Detail> {
  const chip = await findChip(ctx, eid);
  const [rows, names, account, strategy, open, tags] = await Promise.all([
    numbersOn(ctx, eid),
    customerNames(ctx.db, [chip.customer_id]),
    holds(ctx.actor, 'platformConfig.view') ? carrierAccount(ctx, chip.carrier_account_id) : undefined,
    strategyOf(ctx, chip),
    openOperation(ctx, eid),
    tagsOfChips(ctx, [eid]),
  ]);
  const audited = new Map((chip.audit ?? []).map((profile) => [profile.iccid, profile.state]));
  const [ofChip, ofCards] = [
    (await sightsOfChips(ctx, [chip])).get(eid),
    await sightsOfCards(
      ctx,
      rows.map(({ card_id }) => card_id),
    ),
  ];
  const seen = ({ card_id, msisdn, flow_used: flowUsed, flow_total: flowTotal }: (typeof rows)[number]) => {
    const sight = ofCards.get(card_id);
    if (!sight) return { msisdn, flowUsed, flowTotal };
    const number = msisdn && sight.masksNumbers ? maskedNumber(msisdn) : msisdn;
    return {
      msisdn: number,
      ...(rowSeen({ flowUsed, flowTotal }, sight) as Pick<Detail['slots'][number], 'flowUsed' | 'flowTotal'>),
    };
  };
  const slots = rows.map((row): Detail['slots'][number] => ({
    numberId: row.card_id,
    iccid: row.iccid,
    profileType: row.profile_type,
    platform: row.platform,
    country: row.country,
    enableState: row.enable_state,
    rspState: row.rsp_state,
    stateWords: told(ctx, row.state_words),
    lifecycle: row.lifecycle as Detail['slots'][number]['lifecycle'],
    onlineState: row.online_state as Detail['slots'][number]['onlineState'],
    isFallback: row.card_id === chip.fallback_number_id,
    audited: audited.get(row.iccid) ?? null,
    packageName: row.package_name,
    packageEndsAt: iso(row.package_ends_at),
    ...seen(row),
    usageAt: iso(row.usage_at),
    boundAt: iso(row.bound_at),
    hasActivationCode: row.activation_code !== null || (row.matching_id !== null && row.smdp_address !== null),
  }));
  const known = new Set(slots.map((slot) => slot.iccid));
  return {
    eid: chip.eid,
    architecture: chip.architecture,
    state: chip.state as Detail['state'],
    stateText: say(ChipState.labelOf(chip.state), ctx.language),
    customerId: chip.customer_id,
    customerName: names.get(chip.customer_id) ?? '',
    manufacturer: chip.manufacturer,
    memoryFree: chip.memory_free,
    imei: ofChip?.hides.has('imei') ? null : chip.imei,
    productCode: chip.product_code,
    bootstrapIccid: chip.bootstrap_iccid,
    tags: tags.get(eid) ?? [],
    remark: chip.remark,
    carrierAccountName: account?.name ?? null,
    strategy,
    enabledNumberId: chip.enabled_number_id,
    isInternational: runsAbroad(chip, slots),
    openOperation: open,
    refused: refusedKinds(factsOfChip(chip, rows)).map(({ kind, words }) => ({
      kind,
      words: say(words, ctx.language),
    })),
    slots,
    unknownOnChip: (chip.audit ?? []).filter((profile) => !known.has(profile.iccid)),
    lastAuditAt: iso(chip.last_audit_at),
    createdAt: chip.created_at.toISOString(),
    updatedAt: chip.updated_at.toISOString(),
    version: chip.version,
  };
}

/** The active number decides; without one, the only number. */
function runsAbroad(chip: ChipRow, slots: Detail['slots']): boolean {
  const enabled = slots.find((slot) => slot.numberId === chip.enabled_number_id);
  const deciding = enabled ?? (slots.length === 1 ? slots[0] : undefined);
  return deciding?.platform === Platform.values.Gj;
}

/** The chip's numbers, the active one first, invalid ones last. */
const numbersOn = (ctx: Ctx, eid: string) =>
  ctx.db
    .selectFrom('esim.v_code_number as n')
    .innerJoin('cards.v_esim_card as c', 'c.id', 'n.card_id')
    .selectAll('n')
    .select([
      'c.lifecycle',
      'c.online_state',
      'c.package_name',
      'c.package_ends_at',
      'c.flow_used',
      'c.flow_total',
      'c.usage_at',
    ])
    .where('n.eid', '=', eid)
    .orderBy((on) =>
      on.case().when('n.enable_state', '=', 1).then(0).when('n.enable_state', '=', 3).then(2).else(1).end(),
    )
    .orderBy('n.bound_at')
    .orderBy('n.card_id')
    .execute();

async function strategyOf(ctx: Ctx, chip: ChipRow): Promise<Detail['strategy']> {
  if (chip.strategy_id === null) return null;
  const found = await ctx.db
    .selectFrom('esim_operations.strategy')
    .select(['id', 'name'])
    .where('id', '=', chip.strategy_id)
    .executeTakeFirst();
  return found ?? null;
}

const openOperation = async (ctx: Ctx, eid: string) =>
  (await ctx.db
    .selectFrom('esim_operations.operation')
    .select(['kind', 'state'])
    .where('eid', '=', eid)
    .where('state', 'in', ['queued', 'ordered', 'released', 'waitingDevice'])
    .orderBy('id')
    .executeTakeFirst()) ?? null;

const MOST_OPERATIONS = 50;

/** The operations of a chip, newest first, with the notification points of each. */
export async function chipOperations(ctx: Ctx, eid: string): Promise<AnswerOf<typeof operationsEndpoint>> {
  await findChip(ctx, eid);
  const operations = await ctx.db
    .selectFrom('esim_operations.operation')
    .selectAll()
    .where('eid', '=', eid)
    .orderBy('id', 'desc')
    .limit(MOST_OPERATIONS)
    .execute();
  const points = await ctx.db
    .selectFrom('esim_operations.notification_point')
    .selectAll()
    .where('eid', '=', eid)
    .where('operation_id', 'in', operations.map((operation) => operation.id).concat('0'))
    .orderBy('at')
    .orderBy('id')
    .execute();
  const byOperation = Map.groupBy(points, (point) => point.operation_id);
  return operations.map((operation) => ({
    id: operation.id,
    kind: operation.kind,
    state: operation.state,
    cause: operation.cause,
    iccid: operation.iccid,
    words: told(ctx, operation.words),
    subjectCode: operation.subject_code,
    reasonCode: operation.reason_code,
    by: operation.asked_name || null,
    taskId: operation.task_id,
    askedAt: operation.asked_at.toISOString(),
    sentAt: iso(operation.sent_at),
    expiresAt: iso(operation.expires_at),
    closedAt: iso(operation.closed_at),
    points: (byOperation.get(operation.id) ?? []).map((point) => ({
      point: point.point,
      isSuccess: point.is_success,
      words: told(ctx, point.words),
      at: point.at.toISOString(),
      receivedAt: point.received_at.toISOString(),
    })),
  }));
}
