import type { RefundState } from '@cardinal/contract/enumerations/onlinePayment.ts';
import type { RefundSeen } from '../../providerAdapters/face.ts';

const ENDED: ReadonlySet<RefundState> = new Set(['done', 'failed']);

/** What a refund becomes when the provider says how it is: ended, it stays so; an unknown state changes nothing. */
export function judgeRefund(state: RefundState, seen: RefundSeen['state']): RefundState {
  if (ENDED.has(state)) return state;
  switch (seen) {
    case 'asked':
      return state === 'abnormal' ? state : 'going';
    case 'done':
      return 'done';
    case 'failed':
    case 'closed':
      return 'failed';
    case 'abnormal':
      return 'abnormal';
    default:
      return state;
  }
}
