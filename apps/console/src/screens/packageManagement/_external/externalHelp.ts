import { text } from '@cardinal/primitives/text.ts';
import type { Explanation } from '../../../shell/help/explanation.ts';

/** What «?» says of external packages. */
export const EXTERNAL_HELP: Explanation = {
  purpose: text(
    '把另一个平台通过接口提供的套餐接入本平台：同步其价格和用量，映射为自己的套餐，并在涨价时及时停售。',
    'Takes in packages that another platform offers over its interface: syncs their prices and allowances, maps them to own packages, and stops selling in time when they rise.',
  ),
  terms: ['reservePrice'],
  figures: text(
    '“有变更”指对方的价格、用量或有效期与已接受的不同；“已暂停”的套餐已下架。',
    '“Changed”: their price, allowance or validity differs from what was accepted. “Suspended” packages are off the shelf.',
  ),
  tasks: [
    text(
      '接入来源：填对方平台地址和密钥，设价格容差、自动接受和低余额提醒；每小时同步，也可立即同步。',
      'Connect a source: address and key of the other platform, price tolerance, automatic acceptance and low-balance alert. It is synced every hour, or at once.',
    ),
    text(
      '映射：新建套餐或选已有的外部套餐，填成本和周期；对方涨价超出容差或减少用量时自动下架，看过预览并接受后恢复。',
      'Map: a new package or an external one you have, with cost and period. A rise beyond the tolerance or less allowance takes it off the shelf; accept it after the preview to resume.',
    ),
    text(
      '来源订单：每张卡以本平台的订单号向来源下单；金额在来源确认前冻结，来源无法下单时等待设定的小时数后退款。',
      'Orders at sources: one for each card, under our number. Amounts stay held until the source confirms; while it is down, orders wait for the set hours and are then refunded.',
    ),
  ],
  manual: 'products',
};
