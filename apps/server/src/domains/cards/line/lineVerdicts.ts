import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { capabilitiesOf } from '../../carriers/face.ts';
import type { FactGroup } from '../selection/selectionVerdicts.ts';
import { LINE_ACTIONS, type LineAction, lineVerdict, OFF, ON, targetOf } from './lineRules.ts';

const flag = (column: string) =>
  sql<string>`case c.${sql.ref(column)} when true then ${sql.lit(ON)} when false then ${sql.lit(OFF)} else '' end`;

/** How a card stands in what an action changes, empty where its carrier has not said. */
export function aboutLine(action: LineAction): RawBuilder<string> {
  switch (LINE_ACTIONS[action].aspect) {
    case 'data':
      return flag('data_on');
    case 'voice':
      return flag('voice_on');
    case 'sms':
      return flag('sms_on');
    case 'speed':
      return sql<string>`coalesce(c.speed_kbps::text, '')`;
  }
}

/** Judges groups of cards by what their accounts can do. */
export async function judgeLine(ctx: Ctx, action: LineAction, kbps: number | undefined, groups: readonly FactGroup[]) {
  const ids = [...new Set(groups.map((group) => group.carrierAccountId))];
  const can = new Map(await Promise.all(ids.map(async (id) => [id, await capabilitiesOf(ctx, id)] as const)));
  const target = targetOf(action, kbps);
  return (group: FactGroup) => lineVerdict(group, action, target, can.get(group.carrierAccountId));
}
