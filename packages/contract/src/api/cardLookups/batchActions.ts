import * as z from 'zod';
import type { ActionCode } from '../../tasks/taskCatalogue.ts';
import type { ParametersOf } from '../cardBatches/declareActions.ts';

export const LOOKUP_ACTIONS = ['query_online', 'query_location'] as const satisfies readonly ActionCode[];

export const lookupParameters = {
  /** The purpose of a position query; stored with every answer for good. */
  query_location: { required: { purpose: z.string().trim().min(2).max(255) } },
} as const satisfies ParametersOf<(typeof LOOKUP_ACTIONS)[number]>;
