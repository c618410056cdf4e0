import { type Text, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { NoAnswer, sendRequest } from '../../../outbound/request.ts';
import { headersOf, secondsOf } from '../signing/signature.ts';

const KEPT_BYTES = 4_096;

const REASONS = {
  timeout: text('超时未应答', 'No answer in time'),
  broken: text('连接中断', 'Connection broken'),
  unreachable: text('无法连接', 'Cannot be reached'),
  forbidden: text('目标地址不允许', 'Address is not allowed'),
  tooLong: text('应答过长', 'Answer too long'),
  identity: text('证书无效', 'Invalid certificate'),
} as const satisfies Record<NoAnswer['reason'], Text>;

export type Sent = {
  readonly isOk: boolean;
  readonly httpStatus: number | null;
  readonly durationMs: number;
  readonly words: Text;
  readonly answer: string | null;
};

const kept = (bytes: Buffer): string => bytes.subarray(0, KEPT_BYTES).toString('utf8').replaceAll('\0', '');

function wordsOf(status: number): Text {
  if (status >= 300 && status < 400)
    return text(`HTTP ${status}，不跟随跳转`, `HTTP ${status}; redirects are not followed`);
  return text(`HTTP ${status}`, `HTTP ${status}`);
}

/** One request to a customer's address. Only 2xx is a success. Never inside a transaction. */
export async function sendPush(
  ctx: Ctx,
  push: {
    readonly url: string;
    readonly timeoutMs: number;
    readonly secrets: readonly string[];
    readonly id: string;
    readonly at: Date;
    readonly body: string;
  },
): Promise<Sent> {
  if (ctx.db.isTransaction) throw new Error('A customer’s address is never called inside a transaction');
  const { id, body, at } = push;
  const beganAt = performance.now();
  const took = () => Math.round(performance.now() - beganAt);
  try {
    const answer = await sendRequest({
      method: 'POST',
      url: new URL(push.url),
      headers: headersOf(push.secrets, { id, body, seconds: secondsOf(at) }),
      body,
      timeoutMs: push.timeoutMs,
      policy: { allowLoopback: !ctx.config.production },
    });
    const { status } = answer;
    return {
      isOk: status >= 200 && status < 300,
      httpStatus: status,
      durationMs: took(),
      words: wordsOf(status),
      answer: kept(answer.bytes),
    };
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return { isOk: false, httpStatus: null, durationMs: took(), words: REASONS[error.reason], answer: null };
  }
}
