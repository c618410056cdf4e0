import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import * as z from 'zod';
import { domainEvent } from '../../framework/domain.ts';

const shared = {
  packageId: idSchema,
  code: z.string(),
  name: z.string(),
  /** When it was submitted: a package may be reviewed several times. */
  submittedAt: z.string(),
};

/** A custom package waits for the parent of its maker. */
export const customPackageWaiting = domainEvent(
  'packages.customPackageWaiting',
  z.object({ ...shared, parentId: idSchema, makerName: z.string() }),
);

/** The parent has passed or rejected it. */
export const customPackageChecked = domainEvent(
  'packages.customPackageChecked',
  z.object({
    ...shared,
    customerId: idSchema,
    submittedById: idSchema,
    /** Null: it has passed. */
    reason: z.string().nullable(),
  }),
);
