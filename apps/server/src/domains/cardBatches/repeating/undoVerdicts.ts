import type { StatusAction } from '@cardinal/contract/statuses/statusTable.ts';
import { text } from '@cardinal/primitives/text.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { decideBack, haveAll, type Reasons, STATUS_ACTIONS, type Standing } from '../../cardCommands/face.ts';
import { known } from '../../cards/face.ts';
import { type ProductFacts, productHeldBy } from '../../catalogue/face.ts';
import type { RunningTask } from '../../tasks/face.ts';
import { formerProductVerdict } from '../editing/productVerdicts.ts';
import type { FactGroup, Verdict } from '../selection/selectionVerdicts.ts';
import { traceOf } from './undoTraces.ts';

/** The state of a card relative to its undo: nothing recorded, changed since (by whom), or still as the batch left it. */
const UNKNOWN = 'unknown';
const CHANGED = 'changed:';
const STILL = 'still:';

/** One text per card of the undo that determines its verdict. */
export function aboutUndo(ctx: Ctx, task: RunningTask): RawBuilder<string> {
  const trace = traceOf(task.action);
  const latest = ctx.db
    .selectFrom('cards.v_card_event as e')
    .select(sql<string>`e.source || ':' || coalesce(${known('actor_name', ctx)}, '')`.as('by'))
    .where(sql<boolean>`e.card_id = c.id and e.at >= u.settled_at and e.task_id is distinct from ${task.id}::bigint`)
    .where('e.result', 'in', ['done', 'asked', 'confirmed'])
    .where('e.action', 'in', [...trace.changedBy])
    .orderBy('e.id', 'desc')
    .limit(1);
  return sql<string>`case
    when not coalesce(${trace.isKnown}, false) then ${UNKNOWN}
    when ${trace.isStill(task)} then ${STILL} || ${trace.about(task)}
    else ${CHANGED} || coalesce((${latest}), '') end`;
}

const NOT_RECORDED: Verdict = {
  key: 'notRecorded',
  words: text('执行时未记录原值', 'The previous value was not recorded'),
};
const ASKED: Verdict = {
  key: 'changeOpen',
  words: text('有未完成的运营商指令', 'A carrier command is still open'),
};
const TAG_GONE: Verdict = { key: 'tagGone', words: text('原有标签已被删除', 'A previous tag has been deleted') };

/** Why a card is skipped, before the ordinary rules of the compensating action are applied. */
export async function judgeUndo(ctx: Ctx, task: RunningTask, groups: readonly FactGroup[]) {
  const stillOf = task.action === 'change_product' ? await judgeFormerProducts(ctx, groups) : judgeStill;
  return (group: FactGroup): Verdict | undefined => {
    const { about } = group;
    if (about === UNKNOWN) return NOT_RECORDED;
    // A request still open at the carrier is reported as such.
    if (about.startsWith(CHANGED) && !(group.pendingAction && STATUS_ACTIONS.has(task.action))) return changed(about);
    return stillOf(group);
  };
}

function judgeStill({ about }: FactGroup): Verdict | undefined {
  if (about === `${STILL}tagGone`) return TAG_GONE;
  return about === `${STILL}asked` ? ASKED : undefined;
}

/** «Changed since by …»: the carrier, the system or a person. Nobody is named if the viewer may not know or no record tells. */
function changed(about: string): Verdict {
  const [source = '', ...rest] = about.slice(CHANGED.length).split(':');
  const name = rest.join(':');
  if (name) return { key: about, words: text(`此后已被 ${name} 修改`, `Changed since by ${name}`) };
  if (source === 'carrier')
    return { key: about, words: text('此后已在运营商侧变更', 'Changed at the carrier since then') };
  if (source === 'schedule') return { key: about, words: text('此后已被系统修改', 'Changed by the system since then') };
  return { key: CHANGED, words: text('此后已被修改', 'Changed since') };
}

/**
 * A former product is restored only if its customer still has it and may assign it to cards; removing the product is always
 * possible.
 */
async function judgeFormerProducts(ctx: Ctx, groups: readonly FactGroup[]) {
  const stands = groups.flatMap(({ about }) => (about.startsWith(STILL) ? [ownerAndProduct(about)] : []));
  const held = new Map<string, ReadonlyMap<string, ProductFacts>>();
  for (const [code, same] of Map.groupBy(stands, ({ code }) => code)) {
    if (code) held.set(code, await productHeldBy(ctx, code, [...new Set(same.map(({ customerId }) => customerId))]));
  }
  return (group: FactGroup): Verdict | undefined => {
    if (!group.about.startsWith(STILL)) return undefined;
    const { customerId, code } = ownerAndProduct(group.about);
    return code ? formerProductVerdict(group, customerId, held.get(code) ?? new Map()) : undefined;
  };
}

function ownerAndProduct(about: string): { customerId: string; code: string } {
  const [customerId = '', code = ''] = about.slice(STILL.length).split(':');
  return { customerId, code };
}

/** Decides a status action for a group that is restored: its former status is in the group's text. */
export const decideUndoOfStatus = (reasons: Reasons) => (group: FactGroup, action: StatusAction) => {
  const card = { ...group, pendingAction: group.pendingAction || null };
  const before = group.about.startsWith(STILL) ? (JSON.parse(group.about.slice(STILL.length)) as Standing) : undefined;
  const present = { status: group.carrierStatus, hasReason: haveAll(group.stopReasons, reasons) };
  return decideBack(card, action, reasons, { from: present, to: before ?? present });
};
