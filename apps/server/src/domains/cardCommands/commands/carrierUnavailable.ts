import type { CarrierOutcome } from '../../carriers/face.ts';

/** What stands in the way of asking a carrier; nothing was learnt. */
export class CarrierUnavailable extends Error {
  readonly until: Date;
  constructor(until: Date) {
    super('the carrier cannot be asked now');
    this.until = until;
  }
}

/** How a call that was made ended; throws `CarrierUnavailable` where it could not be made. */
export function answered<A>(outcome: CarrierOutcome<A>): Exclude<CarrierOutcome<A>, { kind: 'unavailable' }> {
  if (outcome.kind === 'unavailable') throw new CarrierUnavailable(outcome.retryAt);
  return outcome;
}
