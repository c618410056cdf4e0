import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import * as z from 'zod';
import { domainEvent } from '../../framework/domain.ts';

/** The retirement of an open interface was announced or withdrawn; `accounts` are those whose keys called it recently. */
export const interfaceEndAnnounced = domainEvent(
  'openApi.interfaceEndAnnounced',
  z.object({
    name: z.string(),
    version: z.number().int(),
    titleZh: z.string(),
    titleEn: z.string(),
    /** Null if it was withdrawn. */
    endsAt: z.iso.datetime({ offset: true }).nullable(),
    replacedBy: z.string().nullable(),
    accounts: z.array(z.object({ id: idSchema, customerId: idSchema })),
  }),
);
