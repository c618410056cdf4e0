import { extensionPoint } from '../../../framework/contributions.ts';
import type { Database } from '../../../framework/tables.ts';

/** Whether an account may not sign in with its password. Without a contribution every account may. */
export const passwordClosedFor =
  extensionPoint<(db: Database, account: { readonly id: string; readonly customer_id: string }) => Promise<boolean>>(
    'identity.passwordClosedFor',
  );
