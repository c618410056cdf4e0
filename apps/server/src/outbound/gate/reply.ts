import type { Text } from '@cardinal/primitives/text.ts';

type Facts = { readonly httpStatus?: number | undefined; readonly reference?: string | undefined };

/** The answer of the other side, parsed but not judged. One that cannot be understood is `unclear`. */
export type Reply<A> = Facts &
  (
    | { readonly kind: 'ok'; readonly answer: A }
    | {
        readonly kind: 'refused';
        readonly code: string;
        readonly words: Text;
        /** The other side does not know what was asked about. A 404 implies it. */
        readonly isUnknown?: boolean;
      }
    | { readonly kind: 'unclear'; readonly words: Text; readonly code?: string | undefined }
    /** It certainly never arrived. */
    | { readonly kind: 'notSent'; readonly words: Text }
    /** Rate limited by the other side; nothing was done. */
    | { readonly kind: 'tooMany' }
    /** What the gate keeps for the adapter has expired; nothing was done. The gate requests another and retries once. */
    | { readonly kind: 'sessionGone' }
    /** The other side rejects these credentials; nothing was done. */
    | { readonly kind: 'badCredentials'; readonly words: Text }
  );

/** How a call ended. There is no «failed»: it was refused, the result is unknown, or no request was made. */
export type Outcome<A> =
  | { readonly kind: 'ok'; readonly answer: A }
  /** Refused, and nothing was done. `words` is the other side's message, explained if we know its meaning. */
  | { readonly kind: 'refused'; readonly code: string; readonly words: Text; readonly isUnknown?: boolean }
  /** Requested, without a usable answer: it may have been done. Find out before repeating it. */
  | { readonly kind: 'unclear'; readonly words: Text }
  /** Not requested: paused, down, or out of today's budget. Can be retried from `retryAt` on. */
  | { readonly kind: 'unavailable'; readonly retryAt: Date; readonly words: Text };
