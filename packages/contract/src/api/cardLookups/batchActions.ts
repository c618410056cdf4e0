import * as z from 'zod';
import type { CardActionDeclarations } from '../cardBatches/declareActions.ts';

export const lookupActions = {
  query_online: {},
  /** The purpose of a position query; stored with every answer for good. */
  query_location: { required: { purpose: z.string().trim().min(2).max(255) } },
} as const satisfies CardActionDeclarations;
