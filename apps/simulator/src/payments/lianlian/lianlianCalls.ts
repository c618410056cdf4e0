import * as z from 'zod';
import { chinaStamp } from '../../cardWorld/chinaTime.ts';
import { isSignedBy } from '../keys.ts';
import { type RestAsked, RestRefusal } from '../restWire.ts';
import { digestOf } from './lianlianNature.ts';

const TIMELY_MS = 30 * 60_000;

/** Answered with 200: the code is in the body. */
export const refused = (code: string, message: string) => new RestRefusal(200, code, message);
export const noRecord = () => refused('8901', '没有记录');
export const DONE = { ret_code: '0000', ret_msg: '交易成功' };

/** What a signed and timely request says. */
export function read<A>(schema: z.ZodType<A>, asked: Omit<RestAsked, 'conduct'>): A {
  const { merchant, body, header, json, sim } = asked;
  const right = isSignedBy(digestOf(body), header('signature-data') ?? '', merchant.keys.publicKey, 'md5');
  if (!right) throw refused('1001', '商户请求签名错误');
  const { timestamp } = z.object({ timestamp: z.string() }).parse(json);
  const now = sim.surroundings.clock.nowMs();
  if (timestamp < chinaStamp(now - TIMELY_MS) || timestamp > chinaStamp(now + TIMELY_MS))
    throw refused('1004', '商户请求参数校验错误(timestamp)');
  const told = schema.safeParse(json);
  if (!told.success) throw refused('1004', `商户请求参数校验错误(${told.error.issues[0]?.path.join('.')})`);
  return told.data;
}
