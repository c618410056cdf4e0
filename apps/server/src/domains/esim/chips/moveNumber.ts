import { EsimEnableState } from '@cardinal/contract/enumerations/card.ts';
import type { EsimCause } from '@cardinal/contract/enumerations/esim.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { actDue, type DueRows } from '../../../framework/dueRows.ts';
import { setCardEid } from '../../cards/face.ts';
import type { ChipRow, CodeNumberRow } from '../esimTables.ts';
import { esimNumberChanged } from '../events.ts';
import { type NumberFact, placeOf, standingAfter } from '../numbers/numberRules.ts';
import { beyond } from '../onItsWay.ts';
import { lockChip, setChip } from './chipStore.ts';

export type Moved = { readonly before: CodeNumberRow; readonly after: CodeNumberRow };

/** How long another number is awaited after a disabled one before customers are told that none is active. */
const AWAIT_NEXT_MS = 30_000;
const { enabled } = EsimEnableState.values;

/** Changes to a chip's numbers use an unscoped context: cards and chips may have changed owners. */
export const openWide = (ctx: Ctx): Ctx => ({ ...ctx, db: beyond(ctx) });

/**
 * Applies a fact to a locked number and its card, and to its locked chip if it becomes active or inactive. Returns the number's
 * state before and after; undefined if nothing changes.
 */
export async function moveNumber(
  ctx: Ctx,
  chip: ChipRow,
  number: CodeNumberRow,
  fact: NumberFact,
  words: Text | null = null,
): Promise<Moved | undefined> {
  const standing = { enableState: number.enable_state, rspState: number.rsp_state, isBound: number.eid !== null };
  const next = standingAfter(standing, fact);
  if (!next) return undefined;
  const db = beyond(ctx);
  const now = ctx.clock.now();
  const eid = next.isBound ? chip.eid : null;
  const after: CodeNumberRow = {
    ...number,
    eid,
    enable_state: next.enableState,
    rsp_state: next.rspState,
    bound_at: next.isBound ? (number.bound_at ?? now) : null,
    state_words: words,
    state_at: now,
    version: number.version + 1,
  };
  await db
    .updateTable('esim.code_number')
    .set({
      eid,
      enable_state: after.enable_state,
      rsp_state: after.rsp_state,
      bound_at: after.bound_at,
      state_words: words && JSON.stringify(words),
      state_at: now,
      version: after.version,
    })
    .where('card_id', '=', number.card_id)
    .execute();
  // A number deleted from a chip stays in its slots but is no longer on it.
  const isOn = placeOf(next) !== 'invalid' && eid !== null;
  const wasOn = placeOf(standing) !== 'invalid' && number.eid !== null;
  if (isOn !== wasOn) await setCardEid(openWide(ctx), number.card_id, isOn ? eid : null);
  return { before: number, after };
}

/**
 * Sets the active number of a locked chip; null: none. The caller changes the numbers themselves. Customers are notified at
 * once, or, if another number may follow (`later`), after it has or has not.
 */
export async function setRunning(
  ctx: Ctx,
  chip: ChipRow,
  to: string | null,
  about: { readonly cause: EsimCause; readonly when: 'now' | 'later'; readonly reportedAt?: Date | undefined },
): Promise<ChipRow> {
  const now = ctx.clock.now();
  const from = chip.tell_after ? chip.told_number_id : chip.enabled_number_id;
  const waits = about.when === 'later' && to === null && from !== null;
  const changes = {
    enabled_number_id: to,
    state: stateOfChip(chip, to !== null),
    reported_at: about.reportedAt ?? chip.reported_at,
    told_number_id: waits ? from : null,
    tell_cause: waits ? about.cause : null,
    tell_after: waits ? new Date(now.getTime() + AWAIT_NEXT_MS) : null,
    updated_at: now,
  };
  await setChip(beyond(ctx), chip.eid, changes);
  if (!waits && from !== to) await tellChange(ctx, chip, from, to, about.cause);
  return { ...chip, ...changes, version: chip.version + 1 };
}

function stateOfChip(chip: ChipRow, runs: boolean): string {
  if (runs)
    return chip.state === 'INVENTORY' || chip.state === 'ACTIVATION_READY' || chip.state === 'DEACTIVATED'
      ? 'ACTIVATED'
      : chip.state;
  return chip.state === 'ACTIVATED' ? 'DEACTIVATED' : chip.state;
}

async function tellChange(
  ctx: Ctx,
  chip: ChipRow,
  from: string | null,
  to: string | null,
  cause: EsimCause,
): Promise<void> {
  const ids = [from, to].filter((id) => id !== null);
  const numbers =
    ids.length === 0
      ? []
      : await beyond(ctx)
          .selectFrom('esim.code_number')
          .select(['card_id', 'iccid'])
          .where('card_id', 'in', ids)
          .execute();
  const iccidOf = (id: string | null) => numbers.find((number) => number.card_id === id)?.iccid ?? null;
  await ctx.emit(esimNumberChanged, {
    eid: chip.eid,
    customerId: chip.customer_id,
    oldIccid: iccidOf(from),
    newIccid: iccidOf(to),
    cause,
    at: ctx.clock.now().toISOString(),
  });
}

/** Chips whose number was disabled and not followed by another in time: that is told. */
const OVERDUE: DueRows = {
  table: 'esim.chip',
  key: 'eid',
  due: 'tell_after',
  atOnce: 100,
  act: async (ctx, rows) => {
    for (const { key } of rows) {
      const chip = await lockChip(beyond(ctx), key);
      if (chip) await setRunning(ctx, chip, chip.enabled_number_id, { cause: chip.tell_cause ?? 'local', when: 'now' });
    }
  },
};

export const tellOverdue = (ctx: Ctx, signal?: AbortSignal): Promise<number> => actDue(ctx, OVERDUE, signal);

/** Makes a number active: it, the number active before and the chip change together. Returns what changed. */
export async function run(
  ctx: Ctx,
  chip: ChipRow,
  numbers: readonly CodeNumberRow[],
  number: CodeNumberRow,
  about: { readonly cause: EsimCause; readonly reportedAt?: Date | undefined },
): Promise<Moved[]> {
  const moved: Moved[] = [];
  for (const other of numbers) {
    if (other.card_id === number.card_id || other.enable_state !== enabled) continue;
    const stopped = await moveNumber(ctx, chip, other, 'disabled');
    if (stopped) moved.push(stopped);
  }
  const began = await moveNumber(ctx, chip, number, 'enabled');
  if (began) moved.push(began);
  await setRunning(ctx, chip, number.card_id, { ...about, when: 'now' });
  return moved;
}
