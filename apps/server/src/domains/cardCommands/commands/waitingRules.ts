import { type Text, text } from '@cardinal/primitives/text.ts';

const HOUR_MS = 3_600_000;

/** Whether what was asked has waited too long for its carrier to be meant still. */
export const isExpired = (heldSince: Date | null, hours: number, now: Date): boolean =>
  heldSince !== null && now.getTime() - heldSince.getTime() >= hours * HOUR_MS;

/** When to come back to what waits: as soon as its carrier may be asked again, but not after it has waited too long. */
export const heldUntil = (retryAt: Date, heldSince: Date, hours: number): Date =>
  new Date(Math.min(retryAt.getTime(), heldSince.getTime() + hours * HOUR_MS));

export const expiredWords = (hours: number): Text =>
  text(`等待运营商恢复超过 ${hours} 小时，未下发`, `Waited ${hours} hours for the carrier and was not sent`);

/** What would help with what was given up. */
export const EXPIRED_ADVICE = text(
  '没有向运营商下发过；通道恢复后重试',
  'Never sent to the carrier; retry once the carrier account recovers',
);

/** An earlier wish about a card gives way to a later one that wants something else. */
export const replacedWords = (action: Text, taskNo: string): Text =>
  text(`已被之后的「${action.zh}」取代（任务 ${taskNo}）`, `Replaced by «${action.en}» of task ${taskNo}, asked later`);
