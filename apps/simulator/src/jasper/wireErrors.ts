import { WireRefusal } from '../cardWorld/underFaults.ts';

/**
 * The carrier's error answers: `{errorMessage, errorCode}`, the code a number in a string. Only the code of wrong
 * credentials is known from public sources; every other number here is assumed.
 */
export class WireError extends WireRefusal {
  readonly httpStatus: number;
  readonly errorCode: string | undefined;

  constructor(httpStatus: number, message: string, errorCode?: string) {
    super(message);
    this.httpStatus = httpStatus;
    this.errorCode = errorCode;
  }

  body(): Record<string, string> {
    return this.errorCode === undefined
      ? { errorMessage: this.message }
      : { errorMessage: this.message, errorCode: this.errorCode };
  }
}

export const notAuthenticated = () => new WireError(401, 'Full authentication is required to access this resource');
export const invalidCredentials = () => new WireError(401, 'Invalid credentials', '10000001');
/** Assumed, as everything below. */
export const notForThisAccount = () => new WireError(403, 'This API is not available for your account', '10000002');
export const tooManyCalls = () => new WireError(429, 'Too many requests', '10000003');
export const notFound = () => new WireError(404, 'Resource not found', '10000024');
export const badRequest = (message: string) => new WireError(400, message, '10000017');
export const badTransition = (from: string, to: string) =>
  new WireError(400, `The SIM status may not be changed from ${from} to ${to}`, '10000029');
export const serverError = (httpStatus = 500) => new WireError(httpStatus, 'Internal error', '30000001');
