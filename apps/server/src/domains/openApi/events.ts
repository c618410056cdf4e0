import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import * as z from 'zod';
import { domainEvent } from '../../framework/domain.ts';

/** The end of an open interface was announced or taken back; `accounts` are those whose keys called it lately. */
export const interfaceEndAnnounced = domainEvent(
  'openApi.interfaceEndAnnounced',
  z.object({
    name: z.string(),
    version: z.number().int(),
    titleZh: z.string(),
    titleEn: z.string(),
    /** Null where it was taken back. */
    endsAt: z.iso.datetime({ offset: true }).nullable(),
    replacedBy: z.string().nullable(),
    accounts: z.array(z.object({ id: idSchema, customerId: idSchema })),
  }),
);
