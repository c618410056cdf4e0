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
};

export type SourceEvent =
  | { readonly type: 'account'; readonly account: SourceAccount }
  | { readonly type: 'package'; readonly appKey: string; readonly sold: SoldPackage }
  | { readonly type: 'gone'; readonly appKey: string; readonly code: string };

export class SourceWorld {
  readonly accounts = new Map<string, SourceAccount>();
  readonly #packages = new Map<string, Map<string, SoldPackage>>();

  apply(event: SourceEvent): void {
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

  *events(): Iterable<SourceEvent> {
    for (const account of this.accounts.values()) yield { type: 'account', account };
    for (const appKey of this.accounts.keys())
      for (const sold of this.packagesOf(appKey)) yield { type: 'package', appKey, sold };
  }
}
