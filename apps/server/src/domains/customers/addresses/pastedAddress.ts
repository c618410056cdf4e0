import { phoneRule } from '@cardinal/primitives/phone.ts';
import { type Division, provinces } from '../../../places/divisions.ts';

export type PastedAddress = {
  receiver?: string;
  phone?: string;
  division?: string;
  detail?: string;
  postcode?: string;
};

export const NOTHING_READ = { receiver: null, phone: null, division: null, detail: null, postcode: null };

const LABELS =
  /(收货人|收件人|姓名|联系人|手机号码|手机号|手机|电话|所在地区|省市区|详细地址|收货地址|地址|邮编)\s*[:：]?/g;
/** Separators in addresses copied from shops and messengers. */
const GAPS = /[\s,，;；、|/]+/;

/** A place may be written without its type: «广东» for «广东省». */
const shortOf = (name: string): string =>
  name.replace(/(特别行政区|维吾尔自治区|壮族自治区|回族自治区|自治区|自治州|地区|省|市|区|县|盟)$/u, '');

/** The division at the beginning of the text, and the remaining text. The longest name wins. */
function beginning(text: string, among: readonly Division[]): { found: Division; rest: string } | undefined {
  const names = among.flatMap((each) => [
    { found: each, name: each.name },
    // A single character would match many places.
    ...(shortOf(each.name).length >= 2 ? [{ found: each, name: shortOf(each.name) }] : []),
  ]);
  const [best] = names.filter(({ name }) => text.startsWith(name)).sort((a, b) => b.name.length - a.name.length);
  return best && { found: best.found, rest: text.slice(best.name.length).trimStart() };
}

/** Descends from the provinces as far as the text names them; a level that is no place of its own may be omitted. */
function placeIn(text: string): { division: string; rest: string } | undefined {
  const province = beginning(text, provinces);
  if (!province) return undefined;
  const cities = province.found.children;
  if (cities.length === 0) return { division: province.found.code, rest: province.rest };
  const city = beginning(province.rest, cities);
  const rest = city?.rest ?? province.rest;
  if (city && city.found.children.length === 0) return { division: city.found.code, rest };
  const district = beginning(rest, city ? city.found.children : cities.flatMap((each) => each.children));
  return district && { division: district.found.code, rest: district.rest };
}

/** Splits a pasted line into its fields; what cannot be recognised is left to the person. */
export function readPastedAddress(line: string): PastedAddress {
  let text = line.replace(LABELS, ' ').replace(/\+?86[- ]?(?=1[3-9])/, '');
  const made: PastedAddress = {};
  const phone = /(?<!\d)1[3-9]\d[- ]?\d{4}[- ]?\d{4}(?!\d)/.exec(text)?.[0];
  if (phone) {
    const digits = phone.replace(/\D/g, '');
    if (!phoneRule(digits)) made.phone = digits;
    text = text.replace(phone, ' ');
  }
  const postcode = /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0];
  if (postcode) {
    made.postcode = postcode;
    text = text.replace(postcode, ' ');
  }
  const parts = text.split(GAPS).filter((part) => part !== '');
  const start = parts.findIndex((part) => beginning(part, provinces));
  if (start >= 0) {
    // A name comes before or after the address, never inside; a short last part is one.
    const before = parts.slice(0, start);
    const address = parts.slice(start);
    const last = address.at(-1) ?? '';
    const isNameLast = before.length === 0 && address.length > 1 && /^\p{Script=Han}{2,4}$/u.test(last);
    const name = isNameLast ? last : before[0];
    if (name && name.length >= 2 && name.length <= 30) made.receiver = name;
    const joined = (isNameLast ? address.slice(0, -1) : address).join(' ');
    const place = placeIn(joined);
    if (place) made.division = place.division;
    const detail = (place?.rest ?? joined).trim();
    if (detail.length >= 2) made.detail = detail;
  } else if (parts.length === 1 && /^\p{Script=Han}{2,4}$/u.test(parts[0] ?? '')) made.receiver = parts[0] as string;
  else if (parts.length > 0) made.detail = parts.join(' ');
  return made;
}
