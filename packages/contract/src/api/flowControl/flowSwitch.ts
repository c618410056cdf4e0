import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { OperationState } from '../../enumerations/operationStrategy.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { changedByAnother } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { flowStrategyInUse, flowStrategyNotFound } from '../control/flowStrategies.ts';
import { flowActionsGone, flowInState, flowNeedsSecond, flowNotPaused } from './refusals.ts';

const operation = OperationType.values.EditStrategyPrice;

/** What switching on would mean at this moment. */
export const previewFlowSwitch = read({
  name: 'flowStrategies.previewSwitch',
  summary: text('启用前的影响', 'What switching a flow-control strategy on means'),
  permission: 'flowStrategy.enable',
  query: { id: idSchema },
  answer: z.object({
    /** Cards with one of its packages in use. */
    cards: z.int(),
    /** Cards among them whose account reads usage on no schedule: judged when somebody refreshes them. */
    unread: z.int(),
    /** Cards among them that have reached a threshold: the next reading that shows more usage acts. */
    existing: z.int(),
    needsSecond: z.boolean(),
    wantedBy: z.string().nullable(),
    version: z.int(),
  }),
  refusals: [flowStrategyNotFound],
  example: { query: { id: '1' } },
});

/** In shadow it records what it would do. Another person confirms by switching on again. One that governs packages is not switched off. */
export const switchFlowStrategy = change({
  name: 'flowStrategies.switch',
  summary: text('切换流控策略状态', 'Switch a flow-control strategy'),
  permission: 'flowStrategy.enable',
  operation,
  body: z.strictObject({
    id: idSchema,
    version: z.int().min(1),
    state: z.union([z.literal('shadow'), z.literal('on'), z.literal('off')]),
  }),
  answer: z.object({ state: OperationState.schema, waitsForSecond: z.boolean() }),
  refusals: [flowStrategyNotFound, changedByAnother, flowInState, flowNeedsSecond, flowStrategyInUse, flowActionsGone],
  example: { body: { id: '1', version: 1, state: 'shadow' } },
});

export const releaseFlowBrake = change({
  name: 'flowStrategies.releaseBrake',
  summary: text('解除流控策略熔断', 'Release a paused flow-control strategy'),
  permission: 'flowStrategy.enable',
  operation,
  body: z.strictObject({ id: idSchema }),
  answer: doneSchema,
  refusals: [flowStrategyNotFound, flowNotPaused],
  example: { body: { id: '1' } },
});
