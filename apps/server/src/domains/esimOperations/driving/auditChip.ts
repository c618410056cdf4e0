import type { Ctx } from '../../../framework/context.ts';
import type { AnswerOf } from '../../carriers/face.ts';
import {
  type AuditedProfile,
  beyond,
  type ChipRow,
  type CodeNumberRow,
  lockChip,
  lockNumbersOf,
  type Moved,
  moveNumber,
  placeOf,
  run,
  setChip,
  setRunning,
} from '../../esim/face.ts';
import { standingWords, tellOfNumbers } from '../operations/numberStory.ts';
import { openOperationsOf } from '../operations/operationStore.ts';
import { takeInstalled } from './stepDownload.ts';

type Chip = { readonly chip: ChipRow; readonly numbers: readonly CodeNumberRow[] };

/**
 * Stores the audit of a locked chip. A number being written that is in the list has arrived, even if its notification was lost.
 * If a settled number differs, both versions are shown until somebody accepts the chip's list.
 */
export async function keepAudit(ctx: Ctx, { chip, numbers }: Chip, told: AnswerOf<'getChipOperation'>): Promise<void> {
  const profiles = told.profiles ?? [];
  const now = ctx.clock.now();
  const audit: AuditedProfile[] = profiles.map(({ iccid, isEnabled }) => ({
    iccid,
    state: isEnabled ? 'enabled' : 'disabled',
  }));
  const open = await openOperationsOf(beyond(ctx), chip.eid);
  for (const number of numbers) {
    const place = placeOf(standing(number));
    const isHere = profiles.some(({ iccid }) => iccid === number.iccid);
    if (!isHere || (place !== 'binding' && place !== 'bound' && place !== 'writing')) continue;
    const operation = open.find(({ kind, card_id }) => kind === 'download' && card_id === number.card_id);
    if (operation) await takeInstalled(ctx, { chip, number, operation });
    else await moveNumber(ctx, chip, number, 'installed');
  }
  const fallback = profiles.find(({ isFallback }) => isFallback);
  const fallbackNumber = numbers.find(({ iccid }) => iccid === fallback?.iccid);
  await setChip(beyond(ctx), chip.eid, {
    audit: JSON.stringify(audit),
    last_audit_at: now,
    updated_at: now,
    ...(fallbackNumber ? { fallback_number_id: fallbackNumber.card_id } : {}),
  });
}

/** Applies the chip's last audit to our records of its profiles and active number. False: it was never audited. */
export async function acceptAudit(ctx: Ctx, eid: string): Promise<boolean> {
  const db = beyond(ctx);
  const chip = await lockChip(db, eid);
  if (!chip?.audit) return false;
  const audited = new Map(chip.audit.map(({ iccid, state }) => [iccid, state]));
  let numbers = await lockNumbersOf(db, eid);
  const moved: Moved[] = [];
  for (const number of numbers) {
    const place = placeOf(standing(number));
    const state = audited.get(number.iccid);
    const wasOn = place === 'onChip' || place === 'enabled';
    const fact =
      state === undefined && wasOn ? ('deleted' as const) : state === 'disabled' ? ('disabled' as const) : undefined;
    const change = fact && (await moveNumber(ctx, chip, number, fact));
    if (change) moved.push(change);
  }
  numbers = await lockNumbersOf(db, eid);
  const runs = numbers.find(({ iccid }) => audited.get(iccid) === 'enabled');
  if (runs) moved.push(...(await run(ctx, chip, numbers, runs, { cause: 'audit' })));
  else await setRunning(ctx, chip, null, { cause: 'audit', when: 'now' });
  await tellOfNumbers(
    ctx,
    moved.map(({ before, after }) => ({
      number: after,
      kind: 'audit' as const,
      result: 'confirmed' as const,
      cause: 'audit' as const,
      from: standingWords(before),
      to: standingWords(after),
    })),
  );
  return true;
}

const standing = (number: CodeNumberRow) => ({
  enableState: number.enable_state,
  rspState: number.rsp_state,
  isBound: number.eid !== null,
});
