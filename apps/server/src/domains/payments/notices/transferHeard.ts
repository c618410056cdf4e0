import type { NoticeVerdict } from '@cardinal/contract/enumerations/onlinePayment.ts';
import type { Ctx } from '../../../framework/context.ts';
import { extensionPoint } from '../../../framework/contributions.ts';
import type { TransferSeen } from '../../providerAdapters/face.ts';

/**
 * What a later room does when a merchant's provider tells of a transfer, in the transaction that keeps the notice. Without it, no
 * number of a transfer is known.
 */
export type TransferHeard = (ctx: Ctx, merchantId: string, seen: TransferSeen) => Promise<NoticeVerdict>;

export const transferHeard = extensionPoint<TransferHeard>('payments.transferHeard');
