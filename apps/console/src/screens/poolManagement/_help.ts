import { text } from '@cardinal/primitives/text.ts';
import type { Explanations } from '../../shell/help/explanation.ts';

const FIGURES = text(
  '贡献是各卡使用中套餐额度之和，已用是各卡在池期间的用量之和，都含子池；更正和补报的读数会改正到相应的日子。预计按在池且未停机的卡本期至今的速度推算，满一天才有。',
  'Contributed is the sum of the allowances its cards bring, used what they used while in the pool, both with sub-pools. Corrected and late readings change the days they are of. The forecast goes by the pace of the cards that are in the pool and run, from the second day on.',
);
const VIRTUAL = text(
  '卡池按本平台的记录统计，不会改动运营商侧的流量池；池用尽时不停机，子池的配额用尽时停子池的卡。',
  'A pool is counted here and changes nothing at the carrier. Its end stops no card; a quota that is used up stops the cards of its sub-pool.',
);
const CAP = text(
  '在「卡片」中勾选后可设单卡上限：达到即停机，下个账期、提高上限或移出后恢复。',
  'Tick cards under “Cards” to cap them: at its cap a card is stopped until the next cycle, a higher cap or out of the pool.',
);

const CARD = {
  purpose: text(
    '从卡池打开的一张卡：先看它在池内的情况，再看卡本身。',
    'A card opened from its pool: what it is to the pool first, then the card itself.',
  ),
  terms: ['cardPool', 'iccid', 'allowance'],
  figures: FIGURES,
  tasks: [
    text('设单卡上限、移出或转移，都在「卡池」面板。', 'Cap it, take it out or move it in the panel “Pool”.'),
    text('上方的路径回到卡池。', 'The path above leads back to the pool.'),
  ],
  manual: 'usage',
} satisfies Explanations[string];

export default {
  '/poolManagement/monthPackagePool': {
    purpose: text(
      '看每个卡池本期的额度够不够用，加入、移出或转移卡，给下级划出子池。',
      'Shows whether each pool lasts this cycle; puts cards in, takes them out or moves them, and cuts sub-pools for customers below.',
    ),
    terms: ['cardPool', 'subPool', 'iccid'],
    figures: FIGURES,
    tasks: [
      text(
        '新建卡池：选共享模式的月套餐和贡献规则。',
        'Create a pool: choose a monthly package in shared mode and how cards bring their allowance.',
      ),
      text(
        '加入卡：粘贴号码或上传文件，预检逐类说明不能加入的原因。',
        'Add cards: paste numbers or upload a sheet; the preview says why some cannot join.',
      ),
      VIRTUAL,
    ],
    manual: 'usage',
  },
  '/poolManagement/poolDetail': {
    purpose: text(
      '一个卡池：哪些卡在用、给了谁、本期会怎样。',
      'One pool: which cards use it, who has parts of it, and where the cycle ends.',
    ),
    terms: ['cardPool', 'subPool', 'allowance'],
    figures: FIGURES,
    tasks: [
      text(
        '「卡片」含本期已移出的卡，合计等于上方的已用。',
        '“Cards” includes those that left in this cycle; together they are the figure above.',
      ),
      text(
        '「周期」中的补报用量在账期结束后才得知。',
        'Under “Cycles”, what became known after its end has a column of its own.',
      ),
      CAP,
    ],
    manual: 'usage',
  },
  '/poolManagement/subPoolDetail': {
    purpose: text(
      '一个客户在卡池中的份额：配额、已用、卡和每期用量；看不到上级卡池。',
      'A customer’s part of a pool: its quota, what of it is used, its cards and cycles. The pool above is not shown.',
    ),
    terms: ['subPool', 'cardPool', 'allowance'],
    figures: FIGURES,
    tasks: [
      text(
        '配额由上级设置：不大于已用的，自下个账期起生效，也可选择立即生效。',
        'The quota is set from above: one no larger than what is used holds from the next cycle on, or at once where so chosen.',
      ),
      text(
        '配额用尽时停子池的卡；下级可申请提高，上级收到通知。',
        'Used up, it stops the cards of the sub-pool; its customer may ask for more, and whoever sets it is told.',
      ),
      CAP,
    ],
    manual: 'usage',
  },
  '/poolManagement/cardAllocationRecord': {
    purpose: text(
      '每次划拨和回收是一张单：从谁到谁、多少张、成功多少、收了多少钱，可打印、可冲回。',
      'Each allocation and recovery as a document: from whom to whom, how many cards moved, what they cost. To print, and to reverse.',
    ),
    terms: ['iccid'],
    figures: text(
      '金额为成功的卡数乘以单价；执行时冻结，结束后一次入账，其余退回。',
      'The amount is the price for each card that moved. The whole is held at the start, posted once at the end, and the rest released.',
    ),
    tasks: [
      text(
        '点「划拨」，选目标客户和产品，粘贴号码、号段或上传文件；填卡价则由目标客户支付。',
        'Choose Allocate, the target and its product, and paste numbers, a segment or a file. A price is paid by the target.',
      ),
      text(
        '点「冲回」把卡和卡款退回：30 天内，且卡上没有产生订单。',
        'Choose Reverse to put cards and money back: within 30 days, and while nothing was ordered for them.',
      ),
      text('打开一张单，打印送货单或导出明细。', 'Open a document to print a delivery note or export its cards.'),
    ],
    manual: 'customers',
  },
  '/poolManagement/cardAllocationRecordQuery': {
    purpose: text(
      '查一张卡什么时候在谁名下：每段时间及进出的划拨单。',
      'Shows with whom a card was at which time, with the documents it came and left by.',
    ),
    terms: ['iccid'],
    figures: text(
      '每段从划入的一刻起，到划出的一刻前止，同一时刻只在一处；本客户以外的时段不显示。',
      'A period begins at the instant a card came and ends before the one it left, so that it is in one place at a time. Periods outside your customers are not shown.',
    ),
    tasks: [
      text('粘贴号码或填写号段。', 'Paste numbers or enter a segment.'),
      text('选「截至日期」看某一天结束时在谁名下。', 'Choose a day to see with whom cards were when it ended.'),
    ],
    manual: 'customers',
  },
  '/poolManagement/myPool': {
    purpose: text(
      '把自己的卡从一个卡池转到另一个，额度和历史随卡走。',
      'Moves your cards from one pool of yours into another, with their allowance and history.',
    ),
    terms: ['cardPool', 'subPool', 'allowance'],
    figures: FIGURES,
    tasks: [
      text(
        '选源卡池和目标卡池，勾选卡或按号码转移；两边显示转移后的情况。',
        'Choose both pools and tick cards, or go by numbers; both sides show what the move makes of them.',
      ),
      text(
        '立即转移：已用留在源卡池，额度按规则分开。下个账期起：整期额度归目标卡池。',
        'At once, usage stays with the source and the allowance is split. From the next cycle on, the target has all of it.',
      ),
      text('「转移记录」中可撤销还没有生效的转移。', 'Under “Transfers” undo what has not taken effect yet.'),
    ],
    manual: 'usage',
  },
  '/poolManagement/cardDetailLt': CARD,
  '/poolManagement/cardDetailDx': CARD,
  '/poolManagement/cardDetailYd': CARD,
} satisfies Explanations;
