import { WireRefusal, type WireText } from '../cardWorld/underFaults.ts';

const JSON_TYPE = 'application/json;charset=utf-8';

/** A refusal of the contract: a code in the body with its HTTP status. */
export class ContractRefusal extends WireRefusal {
  readonly code: string;
  readonly httpStatus: number;
  constructor(code: string, httpStatus: number, words: string) {
    super(words);
    this.code = code;
    this.httpStatus = httpStatus;
  }
}

export const REFUSALS = {
  stranger: () => new ContractRefusal('1001', 401, 'unknown caller'),
  tokenGone: () => new ContractRefusal('1002', 401, 'the token has ended'),
  tooFast: () => new ContractRefusal('1003', 429, 'too many calls'),
  badRequest: (what: string) => new ContractRefusal('1004', 400, `not in the right form: ${what}`),
  noSuchPath: () => new ContractRefusal('1005', 404, 'there is no such path'),
  unknownCard: () => new ContractRefusal('1404', 404, 'there is no such card'),
  unknownOrder: () => new ContractRefusal('1405', 404, 'there is no such order or message'),
  notAllowed: () => new ContractRefusal('1409', 409, 'not possible in the present status of the card'),
  failed: () => new ContractRefusal('1500', 500, 'internal error'),
} as const;

export const okText = (data: unknown): WireText => ({
  status: 200,
  type: JSON_TYPE,
  text: JSON.stringify({ code: '0', message: 'ok', data }),
});

export const refusalText = (
  { code, httpStatus, message }: ContractRefusal,
  status: number | undefined = httpStatus,
): WireText => ({ status, type: JSON_TYPE, text: JSON.stringify({ code, message, data: null }) });
