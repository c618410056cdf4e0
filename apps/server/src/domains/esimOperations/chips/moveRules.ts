import { text } from '@cardinal/primitives/text.ts';
import type { ChipRow, Left } from '../../esim/face.ts';

const BUSY: Left = { code: 'chipInUse', words: text('有未完成的操作', 'An operation is in progress') };
const OWN: Left = { code: 'nothingToRecover', words: text('已在自己名下', 'Already yours') };
const THEIRS: Left = { code: 'alreadyTheirs', words: text('已在该客户名下', 'Already owned by this customer') };

type Move = { readonly kind: 'allocate' | 'recover'; readonly to: string | undefined; readonly isBusy: boolean };

/** Why a chip would stay with its customer; undefined if it would move. A target not chosen yet counts as none. */
export function whyNotMoved(chip: Pick<ChipRow, 'customer_id'>, { kind, to, isBusy }: Move): Left | undefined {
  if (chip.customer_id === to) return kind === 'recover' ? OWN : THEIRS;
  return isBusy ? BUSY : undefined;
}
