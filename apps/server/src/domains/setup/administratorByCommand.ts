import { OperationType } from '@cardinal/contract/tasks/operationTypes.ts';
import type { Ctx } from '../../framework/context.ts';
import { openPlatform } from '../customers/face.ts';
import { restoreAdministrator } from '../identity/face.ts';
import { useSetupCode } from './setupCode.ts';

/** The name of the company until its administrator changes it. */
const COMPANY_NAME = '平台';

/**
 * Inside a transaction of the system: makes or restores an administrator of the platform by the command line, and the platform
 * itself if there is none yet. The set-up is over then.
 */
export async function administratorByCommand(ctx: Ctx, name: string): Promise<{ password: string; isNew: boolean }> {
  await useSetupCode(ctx);
  const root = await ctx.db
    .selectFrom('customers.v_customer')
    .select('id')
    .where('parent_id', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  const { id: customerId } = root ?? (await openPlatform(ctx, COMPANY_NAME));
  const { account, password, isNew } = await restoreAdministrator(ctx, customerId, name);
  await ctx.record({
    operation: OperationType.values.EditAccountRole,
    endpoint: 'npm run administrator',
    permission: 'command line',
    result: 'done',
    code: '200',
    customerId,
    objectKind: 'account',
    objectId: account.id,
    summary: account.account,
    after: { mustChangePassword: true, isNew, ...(isNew ? {} : { twoStep: 'off' }) },
  });
  return { password, isNew };
}
