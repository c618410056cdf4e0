import { text } from '@cardinal/primitives/text.ts';
import type { Explanation, Explanations } from '../../shell/help/explanation.ts';

const LIST_FIGURES = text(
  '上方数字各是一个筛选，最多滞后约一分钟。状态和用量来自运营商读数：能成批读取的通道每几分钟到几小时一次，只能逐卡读取的每天一次；鼠标停在数值上可看读数时间。',
  'Each figure above the list is a filter and at most about a minute old. Status and usage are readings from the carrier: every few minutes to hours where cards are read together, daily where each takes a call. Hover over a value for its age.',
);
const LIST_TASKS = [
  text(
    '粘贴号码，或用「更多条件」筛选后保存为视图。',
    'Paste numbers, or filter with “More” and save the result as a view.',
  ),
  text(
    '勾选卡，在底部选择停机、复机、标签等操作，核对预检后提交。',
    'Tick cards, choose stop, restart or tags at the bottom, check the preview and submit.',
  ),
  text('导出当前结果，文件在「下载任务」中。', 'Export what the filter finds; the file appears under “Downloads”.'),
];

const list = (zh: string, en: string): Explanation => ({
  purpose: text(zh, en),
  terms: ['iccid', 'carrierStatus', 'confirmed', 'stopReason', 'cardSet'],
  figures: LIST_FIGURES,
  tasks: LIST_TASKS,
  manual: 'finding-cards',
});

const detail: Explanation = {
  purpose: text(
    '一张卡的全部信息：状态、产品、用量、会话、位置和操作记录。',
    'Everything about one card: status, product, usage, sessions, places and history.',
  ),
  terms: ['confirmed', 'allowance', 'session', 'timeMachine', 'sync'],
  figures: text(
    '每项读数都标有时间。打开页面会让该卡更快被读取，「刷新」立即询问运营商一次。当日用量在次日才报数的运营商处为未知。',
    'Every reading shows its time. An open card is read more often, and “Refresh” asks the carrier once, now. Where a carrier reports a day only on the next one, today is unknown.',
  ),
  tasks: [
    text(
      '停机、复机或更改限速；不能做的操作下面写着原因。',
      'Stop or restart the card, or change its speed. What cannot be done says why below it.',
    ),
    text('查看操作记录，了解谁在何时为何改了什么。', 'Read the history: who changed what, when and why.'),
    text('用时光机查看过去某一时刻的状态。', 'Use the time machine to see a past moment.'),
  ],
  manual: 'usage',
};

const ENDING: Explanation = {
  purpose: text(
    '列出套餐将到期、后面没有排队套餐的卡，并在到期前续订。',
    'Shows cards whose package ends with nothing waiting behind it, to renew them in time.',
  ),
  terms: ['iccid', 'reservePrice', 'task'],
  figures: text(
    '图中每天的卡数按北京时间统计，不含已有后续套餐、已忽略和已销户的卡；金额是本级售出这些套餐的价格。',
    'Days are those of China. Cards with a package behind, ignored or cancelled ones are not counted. The amount is what these packages were sold for at your level.',
  ),
  tasks: [
    text('点击图中的一天，只看当天到期的卡。', 'Click a day of the chart to see the cards that end on it.'),
    text(
      '勾选卡后续订套餐：新套餐在当前套餐到期时生效。',
      'Tick cards and renew: the new package begins when the current one ends.',
    ),
    text(
      '不再使用的卡可以忽略 30 天，只对本客户生效。',
      'Ignore cards that are no longer needed for 30 days; this concerns your customer only.',
    ),
  ],
  manual: 'products',
};

export default {
  '/cardsManagement/packageEndTips': ENDING,
  '/cardsManagement/clearUpBlance': {
    purpose: text(
      '把不再使用的卡上剩余的余额退回充入的客户，由第二个人审批后执行。',
      'Gives what is left on cards that are no longer used back to whoever put it there, once a second person has let it pass.',
    ),
    terms: ['iccid', 'preview', 'task'],
    figures: text(
      '金额来自账本，按来源分开；只列出已销户、已离开付款客户或长期未用的卡。已用掉的部分按先充先用计算。',
      'Amounts are those of the ledger, kept apart by where they came from. Only cards that are cancelled, left their payer or are idle are listed. What was spent was spent of the earliest first.',
    ),
    tasks: [
      text(
        '勾选卡，或选择全部筛选结果（一次最多 20,000 张），点「清理余额」，核对预检中退给谁、退多少，再提交。',
        'Tick cards or select all the filter finds, at most 20,000 at once, press “Clear card balance”, check in the preview what goes back to whom, and submit.',
      ),
      text(
        '在「清理记录」中审批他人提交的清理；不能审批自己的。',
        'Review what others submitted under “Clearings”; nobody reviews their own.',
      ),
      text(
        '审批前可以取消；执行后不能撤销，提交后有变动的卡会被跳过。',
        'Cancel it before it is approved. It cannot be undone afterwards; cards whose balance has moved are skipped.',
      ),
    ],
    manual: 'products',
  },
  '/cardsManagement/singleCardRecharge': {
    purpose: text(
      '查看一张卡的余额和从中扣的实时扣费，并从客户余额给它充值。',
      'Shows the balance of one card with what pay-per-use took from it, and recharges it from a customer’s balance.',
    ),
    terms: ['iccid'],
    figures: text(
      '余额按来源分开：充值、赠送、预存；都来自账本。',
      'Balances are kept apart by where they came from, and are those of the ledger.',
    ),
    tasks: [
      text('输入任意一种卡号查询。', 'Find the card by any of its numbers.'),
      text(
        '充值立即到账；24 小时内可撤回未使用的部分。',
        'A recharge is there at once; what is not spent can be taken back within 24 hours.',
      ),
    ],
    manual: 'products',
  },
  '/cardsManagement/flowCardManagement': list(
    '查找和管理流量卡与 eSIM。',
    'Finds and manages data cards and eSIM cards.',
  ),
  '/cardsManagement/voiceCardManagement': list(
    '查找和管理语音卡，维护语音白名单。',
    'Finds and manages voice cards and their allow lists.',
  ),
  '/cardsManagement/NBCardManagement': list(
    '查找和管理 NB-IoT 卡，找出久未上线的卡。',
    'Finds and manages NB-IoT cards, and those that have been silent for long.',
  ),
  '/cardsManagement/cardDetailLt': detail,
  '/cardsManagement/cardDetailLts': detail,
  '/cardsManagement/cardDetailYd': detail,
  '/cardsManagement/cardDetailYds': detail,
  '/cardsManagement/cardDetailDx': detail,
  '/cardsManagement/cardDetailOther/:cid': detail,
  '/cardsManagement/cardDetailGj': detail,
  '/cardsManagement/cardDetailGd': detail,
  '/cardsManagement/cardOpHistory': {
    purpose: text(
      '所有卡的操作记录：谁在何时对哪张卡做了什么，结果如何。',
      'The history of all cards: who did what to which card, when, and how it ended.',
    ),
    terms: ['cardEvent', 'confirmed', 'task'],
    figures: text(
      '记录随变更同时写入，不会修改。批量任务折叠为一行，可展开。图表按天统计当前筛选。',
      'Records are written with the change and never edited. A batch is folded into one line and can be unfolded. The chart counts the current filter by day.',
    ),
    tasks: [
      text(
        '按 ICCID、操作或时间筛选，查清一张卡的经过。',
        'Filter by ICCID, operation or time to see what happened to a card.',
      ),
      text('对运营商拒绝的操作选择重跑。', 'Run again what the carrier refused.'),
    ],
    manual: 'tasks',
  },
  '/cardsManagement/batchOperate': {
    purpose: text(
      '对大量卡执行同一操作：选操作、选卡、预检、提交。',
      'One operation on many cards: choose it, choose the cards, preview, submit.',
    ),
    terms: ['preview', 'task', 'cardSet', 'undo'],
    figures: text(
      '预检给出将变更、将跳过的卡数和原因；提交时会再核对一次。',
      'The preview says how many cards will change, how many are skipped and why. They are checked again on submission.',
    ),
    tasks: [
      text('粘贴号码或上传文件，查看预检。', 'Paste numbers or upload a file, then look at the preview.'),
      text('下载被跳过的卡和原因。', 'Download the skipped cards with their reasons.'),
      text('提交后在右上角任务中看进度。', 'After submitting, follow the progress in the task tray at the top right.'),
    ],
    manual: 'stop-and-restart',
  },
  '/cardsManagement/tagManagement': {
    purpose: text('维护给卡分类的标签。', 'Maintains the tags that sort cards.'),
    terms: ['tag'],
    figures: text(
      '卡数是当前带有该标签的卡；标签只有本客户看得到。',
      'The number of cards is of those that carry the tag now. Only your own customer sees your tags.',
    ),
    tasks: [
      text('新增标签，再到卡列表批量设置。', 'Add a tag, then set it on cards in a card list.'),
      text('把重复的标签合并为一个。', 'Merge duplicate tags into one.'),
    ],
    manual: 'finding-cards',
  },
  '/cardsManagement/globalSearchResult': {
    purpose: text(
      '一次查找多个号码，不论 ICCID、业务号码、IMSI 还是 EID。',
      'Looks up many numbers at once, whether ICCID, business number, IMSI or EID.',
    ),
    terms: ['iccid', 'businessNumber', 'esimCard'],
    figures: text(
      '只查您数据范围内的卡；未找到的号码逐个列出。',
      'Only cards in your scope are searched. Numbers that were not found are listed one by one.',
    ),
    tasks: [
      text('粘贴号码并查找，核对「识别为」一栏。', 'Paste numbers, search, and check what they were understood as.'),
      text('导出找到与未找到的号码。', 'Export what was found and what was not.'),
    ],
    manual: 'finding-cards',
  },
} satisfies Explanations;
