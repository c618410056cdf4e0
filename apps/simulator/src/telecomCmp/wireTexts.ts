import { WireRefusal, type WireText } from '../cardWorld/underFaults.ts';

type Value = string | number | Fields | readonly (string | Fields)[];
export type Fields = { readonly [name: string]: Value };

const OK = 200;

export const json = (fields: unknown, status = OK): WireText => ({
  status,
  type: 'application/json;charset=UTF-8',
  text: JSON.stringify(fields),
});

export const words = (text: string, status = OK): WireText => ({ status, type: 'text/plain;charset=UTF-8', text });

/** XML below one root; a list repeats its element. */
export const xml = (root: string, fields: Fields): WireText => ({
  status: OK,
  type: 'text/xml;charset=UTF-8',
  text: `<?xml version="1.0" encoding="UTF-8"?>\n${element(root, fields)}`,
});

function element(name: string, value: Value): string {
  if (Array.isArray(value)) return value.map((each) => element(name, each)).join('');
  const inner =
    typeof value === 'object'
      ? Object.entries(value)
          .map(([field, each]) => element(field, each))
          .join('')
      : escaped(String(value));
  const space = name.startsWith('web:') ? ' xmlns:web="http://www.example.org/webservice"' : '';
  return `<${name}${space}>${inner}</${name}>`;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The carrier's refusals before a request is processed. */
export class TelecomRefusal extends WireRefusal {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export const wrongUser = () => new TelecomRefusal('-1', '用户名或密码错误');
export const missing = (name: string) => new TelecomRefusal('-2', `缺少参数${name}`);
export const wrongSign = () => new TelecomRefusal('-3', '签名错误');
export const unknownCard = () => new TelecomRefusal('-4', 'iccid错误，号码不属于该客户');
export const tooOften = () => new TelecomRefusal('101004', '调用过于频繁，请稍后再试');
export const notAllowed = () => new TelecomRefusal('-9', '物联网CRM系统返回异常==>业务校验失败');
