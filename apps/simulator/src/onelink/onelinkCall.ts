import { type Conduct, WireRefusal } from '../cardWorld/underFaults.ts';
import type { OneLinkAccount, OneLinkCarrier } from './onelinkCarrier.ts';

/** OneLink's refusal: HTTP 200 and a status other than 0. Only 0 and 12021 are well confirmed; the others are assumed. */
export class OneLinkRefusal extends WireRefusal {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
export const badParameter = (what: string) => new OneLinkRefusal('11000', `参数错误：${what}`);
export const badTransid = (what: string) => new OneLinkRefusal('12004', `transid 校验失败：${what}`);
export const notYours = () => new OneLinkRefusal('12009', '该卡号不属于当前集团');
export const unknownCard = () => new OneLinkRefusal('12010', '卡号不存在');
export const tokenGone = () => new OneLinkRefusal('12021', 'token不存在或已过期，请重新获取');
export const wrongPassword = () => new OneLinkRefusal('12022', 'appid或密码错误');
export const notYourGroup = () => new OneLinkRefusal('12034', '该群组不属于当前集团');
export const notAllowed = (why: string) => new OneLinkRefusal('12089', why);

/** One authenticated call: caller, parameters, and how to execute it. */
export type OneLinkCall = {
  readonly carrier: OneLinkCarrier;
  readonly account: OneLinkAccount;
  readonly params: Readonly<Record<string, string>>;
  readonly conduct: Conduct;
};
/** Answers the elements of `result`. */
export type OneLinkHandler = (call: OneLinkCall) => readonly object[];

const SINGLE = { msisdn: /^\d{1,13}$/, iccid: /^[0-9A-Z]{20}$/, imsi: /^\d{15}$/ } as const;
type Kind = keyof typeof SINGLE;
const KINDS = Object.keys(SINGLE) as Kind[];

/** A card as named by the caller; `row` is missing if it is not one of its cards. */
export type NamedCard = { readonly kind: Kind; readonly value: string; readonly row: number | undefined };

/** The one card a call is about, by exactly one of its numbers. */
export function oneCard(call: OneLinkCall): number {
  const given = KINDS.filter((kind) => call.params[kind] !== undefined);
  const [kind] = given;
  if (!kind || given.length > 1) throw badParameter('msisdn、iccid、imsi 必须且只能传一个');
  const value = call.params[kind] ?? '';
  if (!SINGLE[kind].test(value)) throw badParameter(kind);
  const row = rowOf(call.carrier, kind, value);
  if (row === undefined) throw unknownCard();
  if (call.carrier.world.accountOf(row).username !== call.account.username) throw notYours();
  return row;
}

/** The cards a batch names, joined by `_`, all by the same kind of number. */
export function manyCards(call: OneLinkCall, most: number, kinds: readonly Kind[] = KINDS): NamedCard[] {
  const given = kinds.filter((kind) => call.params[`${kind}s`] !== undefined);
  const [kind] = given;
  if (!kind || given.length > 1) throw badParameter(`${kinds.map((each) => `${each}s`).join('、')} 必须且只能传一个`);
  const values = (call.params[`${kind}s`] ?? '').split('_');
  if (values.length > most) throw badParameter(`每次不超过${most}张卡`);
  if (!values.every((value) => SINGLE[kind].test(value))) throw badParameter(`${kind}s`);
  return values.map((value) => {
    const row = rowOf(call.carrier, kind, value);
    const isTheirs = row !== undefined && call.carrier.world.accountOf(row).username === call.account.username;
    return { kind, value, row: isTheirs ? row : undefined };
  });
}

function rowOf({ world }: OneLinkCarrier, kind: Kind, value: string): number | undefined {
  return kind === 'iccid' ? world.devices.rowOf(value) : world.rowOfNumber(kind, value);
}

/** A parameter that has to be one of some values. */
export function oneOf<T extends string>({ params }: OneLinkCall, name: string, values: readonly T[]): T {
  const value = params[name];
  const found = values.find((each) => each === value);
  if (found === undefined) throw badParameter(name);
  return found;
}

export function required({ params }: OneLinkCall, name: string): string {
  const value = params[name];
  if (value === undefined || value === '') throw badParameter(name);
  return value;
}

/** The page a list asks for: at most 50 rows, counted from 1. */
export function pageOf<T>(
  call: OneLinkCall,
  all: readonly T[],
): { readonly rows: readonly T[]; readonly flag: 'Y' | 'N' } {
  const pageSize = Number(required(call, 'pageSize'));
  const startNum = Number(required(call, 'startNum'));
  if (!(pageSize >= 1 && pageSize <= 50)) throw badParameter('pageSize');
  if (!(startNum >= 1)) throw badParameter('startNum');
  const from = (startNum - 1) * pageSize;
  return { rows: all.slice(from, from + pageSize), flag: from + pageSize >= all.length ? 'Y' : 'N' };
}

/** Kilobytes of 1,024 bytes, as the carrier writes them. */
export const kilobytes = (bytes: number): string => String(Math.round((bytes / 1024) * 100) / 100);
