import { imeiSchema } from '@cardinal/primitives/imei.ts';
import * as z from 'zod';
import { idSchema } from '../../framework/endpoint.ts';
import type { ActionCode } from '../../tasks/taskCatalogue.ts';
import type { ParametersOf } from './declareActions.ts';
import { productCode, remark } from './sharedParameters.ts';

const tagIds = z.array(idSchema).min(1).max(20);

/** What is changed on cards without asking a carrier. */
export const LOCAL_ACTIONS = [
  'bind_imei',
  'unbind_imei',
  'edit_remark',
  'set_tag',
  'clear_tag',
  'change_product',
  'edit_service_period',
] as const satisfies readonly ActionCode[];

export const localParameters = {
  // Required unless a sheet has one for each card.
  edit_remark: { optional: { remark } },
  set_tag: { required: { tagIds }, optional: { tagMode: z.enum(['add', 'replace']) } },
  clear_tag: { required: { tagIds } },
  change_product: { required: { productCode } },
  /** The last moment of service; in the future. */
  edit_service_period: { required: { servicePeriodEnd: z.iso.datetime({ offset: true }) } },
  /** For one card; without it and without a file's second column, each card is locked to its last seen device. */
  bind_imei: { optional: { imei: imeiSchema } },
} as const satisfies ParametersOf<(typeof LOCAL_ACTIONS)[number]>;
