import {
  enableFlowSpec,
  enablePeriodSpec,
  enableVoiceSpec,
  flowSpecs,
  periodSpecs,
  voiceSpecs,
} from '@cardinal/contract/api/packages/specs.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import type { Problem } from '@cardinal/primitives/problem.ts';
import type { Ctx } from '../../../framework/context.ts';
import { bind, type Route } from '../../../framework/domain.ts';
import { bindRegister } from '../../../framework/register/bindRegister.ts';
import { examplesOf } from './periodExamples.ts';
import { bytesOfSpec, flowProblem, periodProblem, voiceProblem } from './specRules.ts';
import { byUse, enableSpec, packagesUsing, refuseIfUsed, type SpecColumn } from './specUse.ts';

const refuseAt = (found: readonly [field: string, problem: Problem] | undefined): void => {
  if (!found) return;
  const [field, { text, facts = {} }] = found;
  throw new Refused(invalid, {}, [{ field, text, facts }]);
};

const begin = (ctx: Ctx) => ({ is_enabled: true, created_at: ctx.clock.now() });
const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/** Refuses new figures for a specification that packages were made from. */
const keepFigures = async <Row extends { id: string }>(
  ctx: Ctx,
  column: SpecColumn,
  before: Row | undefined,
  figures: Partial<Row>,
): Promise<Partial<Row>> => {
  const moved = (Object.keys(figures) as (keyof Row)[]).some(
    (name) => JSON.stringify(before?.[name] ?? null) !== JSON.stringify(figures[name] ?? null),
  );
  if (before && moved) await refuseIfUsed(ctx, column, before.id);
  return figures;
};

const flow = bindRegister(flowSpecs, {
  table: 'packages.flow_spec',
  objectKind: 'flowSpec',
  name: ({ name }) => name,
  unique: { index: 'flow_spec_volume', field: 'value' },
  begin,
  write: async (ctx, { value, unit, direction, platforms }, before) => {
    refuseAt(flowProblem(value, unit));
    const bytes = bytesOfSpec(value, unit);
    await keepFigures(ctx, 'flow_spec_id', before, { bytes, direction });
    return { bytes, value: bytes === null ? null : (value ?? null), platforms: [...new Set(platforms)] };
  },
  release: (ctx, { id }) => refuseIfUsed(ctx, 'flow_spec_id', id),
  list: {
    extra: byUse('flow_spec_id'),
    present: async (rows, ctx) => {
      const use = await packagesUsing(ctx, 'flow_spec_id', idsOf(rows));
      return rows.map(({ id }) => ({ usedBy: use.get(id) ?? 0 }));
    },
  },
});

const voice = bindRegister(voiceSpecs, {
  table: 'packages.voice_spec',
  objectKind: 'voiceSpec',
  name: ({ name }) => name,
  unique: { index: 'voice_spec_calls', field: 'minutes' },
  begin,
  write: async (ctx, given, before) => {
    refuseAt(voiceProblem(given));
    const numbers = given.direction === 'fixed' ? [...new Set(given.numbers)].sort() : [];
    const { minutes = null, smsCount = null, step, direction } = given;
    await keepFigures(ctx, 'voice_spec_id', before, { minutes, sms_count: smsCount, step, direction, numbers });
    return { numbers };
  },
  release: (ctx, { id }) => refuseIfUsed(ctx, 'voice_spec_id', id),
  list: {
    extra: byUse('voice_spec_id'),
    present: async (rows, ctx) => {
      const use = await packagesUsing(ctx, 'voice_spec_id', idsOf(rows));
      return rows.map(({ id, numbers }) => ({ numbers, usedBy: use.get(id) ?? 0 }));
    },
  },
});

const period = bindRegister(periodSpecs, {
  table: 'packages.period_spec',
  objectKind: 'periodSpec',
  name: ({ name }) => name,
  unique: { index: 'period_spec_period', field: 'count' },
  begin,
  write: async (ctx, { unit, count, boundary, reset }, before) => {
    refuseAt(periodProblem({ unit, count, boundary, reset }));
    return keepFigures(ctx, 'period_spec_id', before, { unit, count, boundary, reset });
  },
  release: (ctx, { id }) => refuseIfUsed(ctx, 'period_spec_id', id),
  list: {
    extra: byUse('period_spec_id'),
    present: async (rows, ctx) => {
      const [use, examples] = await Promise.all([
        packagesUsing(ctx, 'period_spec_id', idsOf(rows)),
        examplesOf(ctx, rows),
      ]);
      return rows.map(({ id }, at) => ({ examples: examples[at] ?? [], usedBy: use.get(id) ?? 0 }));
    },
  },
});

export const specRoutes: readonly Route[] = [
  ...flow,
  ...voice,
  ...period,
  bind(enableFlowSpec, (ctx, { body }) => enableSpec(ctx, 'packages.flow_spec', 'flowSpec', body)),
  bind(enableVoiceSpec, (ctx, { body }) => enableSpec(ctx, 'packages.voice_spec', 'voiceSpec', body)),
  bind(enablePeriodSpec, (ctx, { body }) => enableSpec(ctx, 'packages.period_spec', 'periodSpec', body)),
];
