import { provinceAt } from '@cardinal/primitives/outlines/provinceAt.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { provinces } from './divisions.ts';

/** English names, by the first two digits of the codes of GB/T 2260. */
const ENGLISH: Readonly<Record<number, string>> = {
  11: 'Beijing',
  12: 'Tianjin',
  13: 'Hebei',
  14: 'Shanxi',
  15: 'Inner Mongolia',
  21: 'Liaoning',
  22: 'Jilin',
  23: 'Heilongjiang',
  31: 'Shanghai',
  32: 'Jiangsu',
  33: 'Zhejiang',
  34: 'Anhui',
  35: 'Fujian',
  36: 'Jiangxi',
  37: 'Shandong',
  41: 'Henan',
  42: 'Hubei',
  43: 'Hunan',
  44: 'Guangdong',
  45: 'Guangxi',
  46: 'Hainan',
  50: 'Chongqing',
  51: 'Sichuan',
  52: 'Guizhou',
  53: 'Yunnan',
  54: 'Tibet',
  61: 'Shaanxi',
  62: 'Gansu',
  63: 'Qinghai',
  64: 'Ningxia',
  65: 'Xinjiang',
  71: 'Taiwan',
  81: 'Hong Kong',
  82: 'Macao',
};

const byNumber = new Map(provinces.map((province) => [Number(province.code.slice(0, 2)), province]));

export function provinceWords(province: number): Text {
  const name = byNumber.get(province)?.name ?? String(province);
  return text(name, ENGLISH[province] ?? name);
}

/** Suffixes after the short name of a province. */
const SUFFIX = /(省|市|壮族自治区|回族自治区|维吾尔自治区|自治区|特别行政区)$/;

/** The province of a carrier's answer: from its position, or from the district it names. */
export function provinceOf(position: {
  latitude: number | null;
  longitude: number | null;
  district: string | null;
}): number | undefined {
  const { latitude, longitude, district } = position;
  if (latitude !== null && longitude !== null) return provinceAt(latitude, longitude);
  const named = [...byNumber].find(([, { name }]) => district?.startsWith(name.replace(SUFFIX, '')));
  return named?.[0];
}
