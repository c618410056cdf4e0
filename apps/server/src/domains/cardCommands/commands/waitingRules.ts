import { type Text, text } from '@cardinal/primitives/text.ts';

const HOUR_MS = 3_600_000;

/** Whether a request has waited so long for its carrier that it may no longer be wanted. */
export const isExpired = (heldSince: Date | null, hours: number, now: Date): boolean =>
  heldSince !== null && now.getTime() - heldSince.getTime() >= hours * HOUR_MS;

/** When to retry a held request: as soon as its carrier may be asked again, but no later than its expiry. */
export const heldUntil = (retryAt: Date, heldSince: Date, hours: number): Date =>
  new Date(Math.min(retryAt.getTime(), heldSince.getTime() + hours * HOUR_MS));

export const expiredWords = (hours: number): Text =>
  text(`等待运营商恢复超过 ${hours} 小时，未下发`, `Waited ${hours} hours for the carrier and was not sent`);

/** Advice for abandoned items. */
export const EXPIRED_ADVICE = text(
  '没有向运营商下发过；通道恢复后重试',
  'Never sent to the carrier; retry once the carrier account recovers',
);

/** An earlier request for a card is replaced by a later one with a different goal. */
export const replacedWords = (action: Text, taskNo: string): Text =>
  text(`已被之后的「${action.zh}」取代（任务 ${taskNo}）`, `Replaced by «${action.en}» of task ${taskNo}, asked later`);
