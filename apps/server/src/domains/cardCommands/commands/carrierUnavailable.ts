import type { CarrierOutcome } from '../../carriers/face.ts';

/** Why the carrier cannot be asked; nothing was learnt. */
export class CarrierUnavailable extends Error {
  readonly until: Date;
  constructor(until: Date) {
    super('the carrier cannot be asked now');
    this.until = until;
  }
}

/** The result of a call that was made; throws `CarrierUnavailable` if it could not be made. */
export function answered<A>(outcome: CarrierOutcome<A>): Exclude<CarrierOutcome<A>, { kind: 'unavailable' }> {
  if (outcome.kind === 'unavailable') throw new CarrierUnavailable(outcome.retryAt);
  return outcome;
}
