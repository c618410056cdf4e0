import type { ZodRawShape } from 'zod';
import type { KeyPair } from './keys.ts';
import type { Contract, Merchant, Notice, Refund, Trade, Transfer } from './paymentEvents.ts';
import type { PaymentWorld } from './paymentWorld.ts';

export type NoticeContent = {
  readonly event: string;
  readonly content: Readonly<Record<string, unknown>>;
};

/** What is a provider's own: its numbers, its words in notices, how it signs and repeats them. */
export type PaymentNature = {
  readonly name: string;
  readonly title: { readonly zh: string; readonly en: string };
  /** The fields with which control opens a merchant, beside its settings; those left out are made up. */
  readonly merchantFields: ZodRawShape;
  readonly merchantOf: (
    given: Readonly<Record<string, unknown>>,
    random: (digits: number) => string,
  ) => {
    readonly merchantNo: string;
    readonly facts: Readonly<Record<string, string>>;
  };
  /** What the merchant enters in the platform. */
  readonly credentialsOf: (merchant: Merchant, platform: KeyPair) => Readonly<Record<string, string>>;
  readonly providerNo: (kind: 'trade' | 'refund' | 'transfer' | 'contract', at: Date, unique: string) => string;
  /** Told when the buyer has agreed; a provider without it takes the money at once. */
  readonly approvalNotice?: (merchant: Merchant, trade: Trade) => NoticeContent;
  readonly paymentNotice: (merchant: Merchant, trade: Trade, world: PaymentWorld) => NoticeContent;
  /** Undefined where this state of a refund is not told. */
  readonly refundNotice: (
    merchant: Merchant,
    trade: Trade,
    refund: Refund,
    world: PaymentWorld,
  ) => NoticeContent | undefined;
  /** Of a transfer that has ended; a provider without it transfers nothing. */
  readonly transferNotice?: (merchant: Merchant, transfer: Transfer) => NoticeContent;
  /** Of a contract that was signed or ended; a provider without it has none. */
  readonly contractNotice?: (merchant: Merchant, contract: Contract) => NoticeContent;
  /** What a notice of this provider calls the amount, the currency and the merchant, for control to falsify. */
  readonly falsified: (
    content: NoticeContent['content'],
    changes: {
      readonly amount?: number | undefined;
      readonly currency?: string | undefined;
      readonly merchantNo?: string | undefined;
    },
  ) => NoticeContent['content'];
  readonly signNotice: (
    notice: Notice,
    merchant: Merchant,
    platform: KeyPair,
    at: { readonly nowMs: number },
  ) => { readonly headers: Readonly<Record<string, string>>; readonly body: string };
  readonly isTaken: (status: number, body: string) => boolean;
  /** The waits between repeated notices, in milliseconds. */
  readonly retryMs: readonly number[];
};
