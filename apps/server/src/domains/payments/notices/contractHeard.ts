import type { NoticeVerdict } from '@cardinal/contract/enumerations/onlinePayment.ts';
import type { Ctx } from '../../../framework/context.ts';
import { extensionPoint } from '../../../framework/contributions.ts';
import type { ContractSeen } from '../../providerAdapters/face.ts';

/**
 * What a later room does when a merchant's provider tells of a contract, in the transaction that keeps the notice. Without it, no
 * number of a contract is known.
 */
export type ContractHeard = (ctx: Ctx, merchantId: string, seen: ContractSeen) => Promise<NoticeVerdict>;

export const contractHeard = extensionPoint<ContractHeard>('payments.contractHeard');
