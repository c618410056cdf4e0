type Flight = { readonly keys: readonly string[]; readonly cancel: () => void };

/** The requests in flight, so that a duplicate can cancel the earlier one. */
export class InFlight {
  private readonly flights = new Map<string, Flight>();

  /** Registers a request and cancels every earlier one that shares a key with it. Returns the function that removes it. */
  enter(keys: readonly string[], cancel: () => void): () => void {
    const flight: Flight = { keys, cancel };
    for (const key of keys) {
      const earlier = this.flights.get(key);
      if (earlier) {
        this.leave(earlier);
        earlier.cancel();
      }
    }
    for (const key of keys) this.flights.set(key, flight);
    return () => this.leave(flight);
  }

  private leave(flight: Flight) {
    for (const key of flight.keys) if (this.flights.get(key) === flight) this.flights.delete(key);
  }

  get count(): number {
    return new Set(this.flights.values()).size;
  }
}
