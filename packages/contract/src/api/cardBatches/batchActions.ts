import { imeiSchema } from '@cardinal/primitives/imei.ts';
import * as z from 'zod';
import { idSchema } from '../../framework/endpoint.ts';
import type { CardActionDeclarations } from './declareActions.ts';
import { productCode, remark } from './sharedParameters.ts';

const tagIds = z.array(idSchema).min(1).max(20);

/** What is changed on cards without asking a carrier. */
export const localActions = {
  // Required unless a sheet has one for each card.
  edit_remark: { optional: { remark } },
  set_tag: { required: { tagIds }, optional: { tagMode: z.enum(['add', 'replace']) } },
  clear_tag: { required: { tagIds } },
  change_product: { required: { productCode } },
  /** The last moment of service; in the future. */
  edit_service_period: { required: { servicePeriodEnd: z.iso.datetime({ offset: true }) } },
  /** For one card; without it and without a file's second column, each card is locked to its last seen device. */
  bind_imei: { optional: { imei: imeiSchema } },
  unbind_imei: {},
  /** Who gets the cards: a customer below one's own. */
  allocate_card: { required: { targetCustomerId: idSchema }, optional: { productCode, remark } },
  recover_card: { optional: { remark } },
} as const satisfies CardActionDeclarations;
