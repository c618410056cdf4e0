import { accountSchema } from '@cardinal/primitives/account.ts';
import { newPasswordSchema } from '@cardinal/primitives/password.ts';
import { phoneSchema } from '@cardinal/primitives/phone.ts';
import { productNameSchema } from '@cardinal/primitives/string.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { CustomerKind } from '../../enumerations/customer.ts';
import { Currency } from '../../enumerations/money.ts';
import { change, idSchema } from '../../framework/endpoint.ts';
import { notFound } from '../../framework/standardRefusals.ts';
import { permissionIdSchema } from '../../permissions/permission.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { sentAmountSchema } from '../customerAccounts/amounts.ts';
import {
  currencyOfParent,
  customerCodeExists,
  customerProfileShape,
  editionsBeyondParent,
  enterpriseIsLeaf,
} from '../customers/customers.ts';
import { creditBeyondParent } from '../ledger/refusals.ts';
import { accountExists } from './accounts.ts';
import { cannotGrant } from './roles.ts';

/**
 * A customer below another, with its main role and first account. The main role is the maximum any role of the customer may
 * grant; by default all that the parent has and the kind allows. The password must be changed at the first sign-in.
 */
export const addCustomer = change({
  name: 'customers.add',
  summary: text('新增下级客户', 'Add child customer'),
  permission: 'user.add',
  holdsSecret: true,
  operation: OperationType.values.EditCustomer,
  body: z.strictObject({
    parentId: idSchema,
    kind: CustomerKind.schema,
    ...customerProfileShape,
    /** The parent's if left out. Only the platform opens customers in another, directly below itself. */
    currency: Currency.schema.optional(),
    /** In the customer's currency; needs `user.credit`. */
    credit: sentAmountSchema('zero').optional(),
    firstAccount: z.strictObject({
      account: accountSchema,
      name: productNameSchema,
      phone: phoneSchema.nullable().optional(),
      password: newPasswordSchema.optional(),
    }),
    permissions: z.array(permissionIdSchema).min(1).max(3_000).optional(),
  }),
  answer: z.object({
    id: idSchema,
    accountId: idSchema,
    roleId: idSchema,
    /** Shown once, if none was given. */
    password: z.string().nullable(),
  }),
  refusals: [
    notFound,
    enterpriseIsLeaf,
    customerCodeExists,
    editionsBeyondParent,
    currencyOfParent,
    creditBeyondParent,
    accountExists,
    cannotGrant,
  ],
  example: {
    body: {
      parentId: '10',
      kind: 'ENTERPRISE',
      name: '晨光物联',
      code: 'A-CHENGUANG',
      editions: ['enterprise'],
      businessMode: 1,
      settlementMode: 'prepaid',
      firstAccount: { account: 'chenguang', name: '陈晨' },
    },
  },
});
