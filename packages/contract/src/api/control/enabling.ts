import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { change, doneSchema, idSchema } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import type { Refusal } from '../../framework/refusal.ts';
import type { Noun } from '../../framework/register.ts';
import { OperationType } from '../../tasks/operationTypes.ts';

/** Whether anything refers to a strategy. */
export const isUsed = field.flag('使用中', 'In use', { filters: ['is'] });

/** Enables or disables a strategy of a register. */
export const enabling = (
  { noun, notFound }: { readonly noun: Noun; readonly notFound: Refusal },
  name: string,
  permission: string,
  refusals: readonly Refusal[],
) =>
  change({
    name: `${name}.enable`,
    summary: text(`启用或停用${noun.zh}`, `Enable or disable a ${noun.en}`),
    permission: `${permission}.enable`,
    operation: OperationType.values.EditStrategyPrice,
    body: z.strictObject({ id: idSchema, isEnabled: z.boolean() }),
    answer: doneSchema,
    refusals: [notFound, ...refusals],
    example: { body: { id: '1', isEnabled: false } },
  });
