import { text } from '@cardinal/primitives/text.ts';
import type { Explanation, Explanations } from '../../shell/help/explanation.ts';

const list: Explanation = {
  purpose: text(
    '只看不改的卡列表；显示哪些内容由角色决定。',
    'A list of cards to look at, not to change. The role decides what it shows.',
  ),
  terms: ['readonlyCard', 'iccid', 'carrierStatus'],
  figures: text(
    '数据与卡列表相同，来自运营商最近一次读数。',
    "The data is that of the card lists: the carrier's latest readings.",
  ),
  tasks: [
    text('按号码或条件查找，点击 ICCID 查看详情。', 'Find by number or filter and click an ICCID for its detail.'),
    text('导出可见的列。', 'Export the columns you may see.'),
  ],
  manual: 'finding-cards',
};
const detail: Explanation = {
  purpose: text('只看不改的卡详情。', 'The detail of a card, to look at and not to change.'),
  terms: ['readonlyCard', 'carrierStatus', 'allowance'],
  figures: text(
    '每项读数都标有时间；没有权限的内容不会出现。',
    'Every reading shows its time. What your role may not see is left out.',
  ),
  tasks: [
    text('查看状态、套餐与用量。', 'Look at status, package and usage.'),
    text('打印当前卡的信息。', 'Print the facts of this card.'),
  ],
  manual: 'usage',
};

export default {
  '/readonlyCard/flow': list,
  '/readonlyCard/voice': list,
  '/readonlyCard/flow/:platformType/:iccid': detail,
  '/readonlyCard/voice/:platformType/:iccid': detail,
} satisfies Explanations;
