/** A package as the platform states it. */
export type SoldPackage = {
  readonly code: string;
  readonly name: string;
  readonly platform: number;
  readonly type: string;
  readonly price: string;
  readonly currency: string;
  readonly flowBytes: string | null;
  readonly voiceSeconds: number | null;
  readonly smsCount: number | null;
  readonly validityUnit: number;
  readonly validityCount: number;
  readonly units: number;
  /** What keeps it from being ordered: `shelf`. */
  readonly whyNot: string | null;
};

/** A customer of the platform, with the key of its system. */
export type SourceAccount = {
  readonly appKey: string;
  readonly secret: string;
  readonly currency: string;
  /** Minor units. */
  readonly balance: string;
  readonly scopes: readonly string[];
  /** So long an order is under way. */
  readonly deliverAfterMs: number;
  /** Cards that get nothing. */
  readonly refusesCards: readonly string[];
};

/** An order of a package for one card, under the customer's number. */
export type SourceOrder = {
  readonly appKey: string;
  readonly outOrderNo: string;
  readonly orderNo: string;
  /** What was asked for: another order under the number is refused. */
  readonly digest: string;
  readonly code: string;
  readonly name: string;
  readonly iccid: string;
  readonly price: string;
  readonly currency: string;
  readonly atMs: number;
  readonly finishesMs: number;
  /** Why the card does not get it; then nothing is charged. */
  readonly failure: string | null;
};

export type SourceEvent =
  | { readonly type: 'order'; readonly order: SourceOrder }
  | { readonly type: 'account'; readonly account: SourceAccount }
  | { readonly type: 'package'; readonly appKey: string; readonly sold: SoldPackage }
  | { readonly type: 'gone'; readonly appKey: string; readonly code: string };

export class SourceWorld {
  readonly accounts = new Map<string, SourceAccount>();
  readonly #packages = new Map<string, Map<string, SoldPackage>>();

  readonly #orders = new Map<string, SourceOrder>();

  apply(event: SourceEvent): void {
    if (event.type === 'order') {
      this.#orders.set(`${event.order.appKey} ${event.order.outOrderNo}`, event.order);
      return;
    }
    if (event.type === 'account') {
      this.accounts.set(event.account.appKey, event.account);
      return;
    }
    const own = this.#packages.get(event.appKey) ?? new Map<string, SoldPackage>();
    this.#packages.set(event.appKey, own);
    if (event.type === 'package') own.set(event.sold.code, event.sold);
    else own.delete(event.code);
  }

  packagesOf(appKey: string): SoldPackage[] {
    return [...(this.#packages.get(appKey)?.values() ?? [])].sort((a, b) => (a.code < b.code ? -1 : 1));
  }

  orderOf(appKey: string, outOrderNo: string): SourceOrder | undefined {
    return this.#orders.get(`${appKey} ${outOrderNo}`);
  }

  ordersOf(appKey: string): SourceOrder[] {
    return [...this.#orders.values()].filter((order) => order.appKey === appKey);
  }

  /** What is left once every order that did not fail is paid for. */
  leftOf({ appKey, balance }: Pick<SourceAccount, 'appKey' | 'balance'>): bigint {
    return this.ordersOf(appKey).reduce(
      (left, { failure, price }) => (failure === null ? left - BigInt(price) : left),
      BigInt(balance),
    );
  }

  *events(): Iterable<SourceEvent> {
    for (const account of this.accounts.values()) yield { type: 'account', account };
    for (const appKey of this.accounts.keys())
      for (const sold of this.packagesOf(appKey)) yield { type: 'package', appKey, sold };
    for (const order of this.#orders.values()) yield { type: 'order', order };
  }
}
