import { enumeration, type ValueOf } from './enumeration.ts';

export const CustomerKind = enumeration('customerKind', '客户类型', 'Customer kind', {
  PLATFORM: { zh: '平台', en: 'Platform' },
  AGENT: { zh: '代理商', en: 'Agent' },
  ENTERPRISE: { zh: '企业客户', en: 'Enterprise' },
});
export type CustomerKind = ValueOf<typeof CustomerKind>;

export const Edition = enumeration('edition', '版本', 'Edition', {
  enterprise: { zh: '企业版', en: 'Enterprise edition' },
  consumer: { zh: '消费者版', en: 'Consumer edition' },
});
export type Edition = ValueOf<typeof Edition>;

/** The language list of the data dictionary. The console itself has two: `LANGUAGES` of primitives. */
export const DictionaryLanguage = enumeration('dictionaryLanguage', '语言', 'Language', {
  en: { zh: '英语', en: 'English' },
  de: { zh: '德语', en: 'German' },
  es: { zh: '西班牙语', en: 'Spanish' },
  fr: { zh: '法语', en: 'French' },
  it: { zh: '意大利语', en: 'Italian' },
  ja: { zh: '日语', en: 'Japanese' },
  th: { zh: '泰语', en: 'Thai' },
  'zh-CN': { zh: '简体中文', en: 'Simplified Chinese' },
  ar: { zh: '阿拉伯语', en: 'Arabic' },
  pt: { zh: '葡萄牙语', en: 'Portuguese' },
});
export type DictionaryLanguage = ValueOf<typeof DictionaryLanguage>;

export const AddressTag = enumeration('addressTag', '地址标签', 'Address type', {
  company: { zh: '公司', en: 'Company' },
  warehouse: { zh: '仓库', en: 'Warehouse' },
  invoice: { zh: '收票', en: 'Invoices' },
  other: { zh: '其他', en: 'Other' },
});
export type AddressTag = ValueOf<typeof AddressTag>;

/** What happens to dependent objects when a customer gets another parent. */
export const MoveEffect = enumeration('moveEffect', '移动影响', 'Move impact', {
  goes: { zh: '随之移动', en: 'Moves too' },
  ends: { zh: '随之失效', en: 'Ends' },
  blocks: { zh: '阻止移动', en: 'Blocks the move' },
});
export type MoveEffect = ValueOf<typeof MoveEffect>;
