import type { Surroundings } from '../carrier.ts';
import { type KeyPair, newKeyPair } from './keys.ts';
import { NoticeSender } from './noticeSender.ts';
import type { Merchant, MerchantSettings, PaymentEvent } from './paymentEvents.ts';
import { PaymentLife } from './paymentLife.ts';
import type { PaymentNature } from './paymentNature.ts';
import { PaymentWorld } from './paymentWorld.ts';

const YEAR_MS = 365 * 86_400_000;
const CERTIFICATE_YEARS = 5;

const SETTINGS: MerchantSettings = {
  refundAfterMs: 1_000,
  refundEndsAs: 'done',
  balance: null,
  feeRate: 60,
  withholdsNotices: false,
  noticeAfterMs: 0,
  retryFactor: 0.05,
  toleranceSeconds: 300,
  webhookUrl: null,
};

/** One payment provider over a world that only events change. */
export class PaymentSimulator {
  readonly nature: PaymentNature;
  readonly world = new PaymentWorld();
  readonly life: PaymentLife;
  readonly sender: NoticeSender;
  readonly surroundings: Surroundings;
  /** Writes an event to the journal, then applies it. */
  readonly record: (event: PaymentEvent) => void;
  readonly #calls = new Map<string, Record<string, number>>();
  #makingKeys: Promise<KeyPair> | undefined;

  constructor(nature: PaymentNature, surroundings: Surroundings, journal: (event: PaymentEvent) => void) {
    this.nature = nature;
    this.surroundings = surroundings;
    this.record = (event) => {
      journal(event);
      this.world.apply(event);
    };
    this.life = new PaymentLife(this.world, nature, surroundings.clock, this.record);
    const settle = () => this.life.settle();
    this.sender = new NoticeSender({ world: this.world, nature, surroundings, record: this.record, settle });
  }

  /** Opens a merchant with new keys, or changes the settings of a known one. */
  async openMerchant(
    known: { readonly merchantNo: string; readonly facts: Merchant['facts'] },
    settings: Partial<MerchantSettings>,
  ): Promise<Merchant> {
    const before = this.world.merchants.get(known.merchantNo);
    const keys = before?.keys ?? (await this.#newKeys(known.merchantNo));
    await this.platform();
    const facts = { ...known.facts, ...before?.facts };
    const merchant: Merchant = { ...SETTINGS, ...before, ...settings, merchantNo: known.merchantNo, facts, keys };
    this.record({ type: 'merchant', merchant });
    return merchant;
  }

  /** The key with which it signs; made when the first merchant comes. */
  async platform(): Promise<KeyPair> {
    const known = this.world.platformKeys.at(-1);
    if (known) return known;
    this.#makingKeys ??= this.renewPlatformKey();
    return this.#makingKeys;
  }

  /** From now on it signs with another key. */
  async renewPlatformKey(): Promise<KeyPair> {
    const keys = await this.#newKeys(`${this.nature.name} platform`);
    this.record({ type: 'platformKey', keys });
    return keys;
  }

  /** Whether a request's time is near enough; signatures carry the machine's time. */
  isTimely({ toleranceSeconds }: Merchant, atMs: number): boolean {
    if (toleranceSeconds === null) return true;
    return Math.abs(this.surroundings.clock.baseMs() - atMs) <= toleranceSeconds * 1_000;
  }

  countCall(merchantNo: string, operation: string): void {
    const own = this.#calls.get(merchantNo) ?? {};
    own[operation] = (own[operation] ?? 0) + 1;
    this.#calls.set(merchantNo, own);
  }

  calls(): Record<string, Record<string, number>> {
    return Object.fromEntries(this.#calls);
  }

  forgetCalls(): void {
    this.#calls.clear();
  }

  #newKeys(subject: string): Promise<KeyPair> {
    const from = new Date(this.surroundings.clock.baseMs() - 86_400_000);
    return newKeyPair(subject, from, new Date(from.getTime() + CERTIFICATE_YEARS * YEAR_MS));
  }
}
