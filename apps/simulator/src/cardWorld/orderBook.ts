import type { Order, OrderLine } from './cardEvents.ts';

/** The orders of a world by number; the result of a requested change updates its order. */
export class OrderBook {
  readonly #orders = new Map<string, Order>();
  readonly #ofAsked = new Map<number, { readonly number: string; readonly line: number }>();

  add(order: Order): void {
    this.#orders.set(order.number, order);
    for (const [line, { asked }] of order.lines.entries()) {
      if (asked !== null) this.#ofAsked.set(asked, { number: order.number, line });
    }
  }

  /** Records the result of the change that an order waits for. */
  settle(asked: number, outcome: Exclude<OrderLine['outcome'], 'waiting'>): void {
    const place = this.#ofAsked.get(asked);
    const order = place && this.#orders.get(place.number);
    if (!order) return;
    const lines = order.lines.with(place.line, { ...order.lines[place.line]!, asked: null, outcome });
    this.#orders.set(order.number, { ...order, lines });
    this.#ofAsked.delete(asked);
  }

  find(number: string): Order | undefined {
    return this.#orders.get(number);
  }

  all(): IterableIterator<Order> {
    return this.#orders.values();
  }

  get size(): number {
    return this.#orders.size;
  }
}
