import type { FieldError } from '@cardinal/contract/framework/envelope.ts';
import { requestRunning } from '@cardinal/contract/framework/standardRefusals.ts';
import { text } from '@cardinal/primitives/text.ts';

/**
 * How a call can fail. `refused`: the body's code is not «200». `session`: the session is over. `emptyBody`: the body
 * was `{}`. `method`: HTTP 405. `http`: another HTTP error. `network`: no answer. `timeout`, `cancelled`: silent.
 */
export type FailureKind = 'refused' | 'session' | 'emptyBody' | 'method' | 'http' | 'network' | 'timeout' | 'cancelled';

/** The only thing a call of the client rejects with. `message` is already in the person's language. */
export class RequestFailure extends Error {
  readonly kind: FailureKind;
  readonly code: string | undefined;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly fields: readonly FieldError[];
  constructor(
    kind: FailureKind,
    message: string,
    facts: {
      code?: string | undefined;
      status?: number | undefined;
      requestId?: string | undefined;
      fields?: readonly FieldError[];
    } = {},
  ) {
    super(message);
    this.name = 'RequestFailure';
    this.kind = kind;
    this.code = facts.code;
    this.status = facts.status;
    this.requestId = facts.requestId;
    this.fields = facts.fields ?? [];
  }
}

export const isFailure = (error: unknown): error is RequestFailure => error instanceof RequestFailure;

/**
 * The outcome of the call is unknown: it may have succeeded, or an earlier attempt is still running. A change is then retried
 * with its own key.
 */
export const isUnclear = (error: unknown): boolean =>
  isFailure(error) &&
  (['network', 'timeout'].includes(error.kind) || (error.status ?? 0) >= 500 || error.code === requestRunning.code);

export const SAID = {
  loginExpired: text('登录信息已过期，请重新登录', 'Your session has expired. Sign in again.'),
  viewOver: text('代看已结束', 'View as ended'),
  operationFailed: text('操作失败', 'The operation failed'),
  unknownNetwork: text('未知网络错误，请稍后重试', 'Unknown network error. Try again later.'),
  requestMethod: text('请求方法错误', 'Request method not allowed'),
  timedOut: text('请求超时', 'The request timed out'),
  cancelled: text('请求已取消', 'The request was cancelled'),
} as const;
