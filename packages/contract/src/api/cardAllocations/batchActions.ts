import * as z from 'zod';
import { idSchema } from '../../framework/endpoint.ts';
import type { ActionCode } from '../../tasks/taskCatalogue.ts';
import type { ParametersOf } from '../cardBatches/declareActions.ts';
import { productCode, remark } from '../cardBatches/sharedParameters.ts';

/** What moves cards between a customer and those below it. */
export const ALLOCATION_ACTIONS = ['allocate_card', 'recover_card'] as const satisfies readonly ActionCode[];
export type AllocationAction = (typeof ALLOCATION_ACTIONS)[number];

/** For so many days an allocation may be reversed. */
export const REVERSE_DAYS = 30;

/** What the target pays for a card, in minor units; nothing: no money moves. */
const cardPrice = z.string().regex(/^[1-9]\d{0,11}$/);

export const allocationParameters = {
  /** Who gets the cards: a customer below one's own. */
  allocate_card: { required: { targetCustomerId: idSchema }, optional: { productCode, cardPrice, remark } },
  recover_card: { optional: { remark } },
} as const satisfies ParametersOf<AllocationAction>;
