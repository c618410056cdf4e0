import { NEW_RECEIVER_HOURS } from '@cardinal/contract/api/cashOuts/receivers.ts';
import { CashOutMethod } from '@cardinal/contract/enumerations/cashOut.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import type { ReceiverRow } from '../cashOutTables.ts';

const HOUR_MS = 3_600_000;

/** How an account is shown everywhere: never whole. */
export const maskedAccount = (method: CashOutMethod, account: string): string =>
  method === CashOutMethod.values.bank ? `**** ${account.slice(-4)}` : `${account.slice(0, 3)}****${account.slice(-4)}`;

/** Until when what goes to it is reviewed; null once it is known. */
export function newUntil({ changed_at }: Pick<ReceiverRow, 'changed_at'>, now: Date): Date | null {
  const until = new Date(changed_at.getTime() + NEW_RECEIVER_HOURS * HOUR_MS);
  return until > now ? until : null;
}

export const receiverLabel = ({
  bank,
  account_mask,
  holder,
}: Pick<ReceiverRow, 'bank' | 'account_mask' | 'holder'>): Text => {
  const at = (place: string) => `${place} ${account_mask} · ${holder}`;
  return text(at(bank ?? '微信'), at(bank ?? 'WeChat'));
};
