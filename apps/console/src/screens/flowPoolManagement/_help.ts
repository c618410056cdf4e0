import { text } from '@cardinal/primitives/text.ts';
import type { Explanations } from '../../shell/help/explanation.ts';

const FIGURES = text(
  '总量和已用是生效中池套餐之和。每天：卡的用量 = 自有套餐 + 池提供 + 超出，精确到字节；更正和补报的读数会改正到相应的日子。池在一天内用尽时，各卡按当天所需的比例分得剩余。',
  'Allowance and used are those of the pool packages in use. On each day a card’s usage is what its own packages gave, what the pool gave, and overage, to the byte; corrected and late readings change the days they are of. Where a pool runs out within a day, its cards share what was left by what each needed.',
);

export default {
  '/flowPoolManagement/flowPool': {
    purpose: text(
      '看哪些流量池需要充入，订购池套餐，加入或移出卡。',
      'Shows which flow pools need filling, orders pool packages for them, and puts cards in or takes them out.',
    ),
    terms: ['flowPool', 'iccid'],
    figures: FIGURES,
    tasks: [
      text(
        '订购池套餐：由池的客户余额付款，可立即、次月或顺延生效。',
        'Order a pool package: the balance of the pool’s customer pays; it takes effect now, next month or after the last.',
      ),
      text(
        '加入卡：粘贴号码或上传文件；一张卡只能在一个池里，预检会说明它在哪个池。',
        'Add cards: paste numbers or upload a sheet; a card is in one pool only, and the preview says in which.',
      ),
      text(
        '编辑阈值和用尽后的动作：停机会停下池内的卡，充入后恢复。',
        'Edit the thresholds and what happens when it is used up: a stop ends once the pool is filled again.',
      ),
    ],
    manual: 'usage',
  },
  '/flowPoolManagement/flowPoolDetail/:poolCode/:poolId/:activeName': {
    purpose: text(
      '一个流量池：有多少、谁在用、触发过什么。',
      'One flow pool: what it has, who draws on it, and which thresholds were reached.',
    ),
    terms: ['flowPool', 'allowance'],
    figures: FIGURES,
    tasks: [
      text(
        '「池套餐」中可退订未生效的池套餐，全额退回。',
        'Under “Pool packages”, one that has not begun is given back whole.',
      ),
      text('「用量」按日分开池提供的和超出的。', '“Usage” tells by day what the pool gave and what is overage.'),
    ],
    manual: 'usage',
  },
  '/flowPoolManagement/flowPoolPackage': {
    purpose: text(
      '建立可充入流量池的套餐，定价分配给直属下级，或收回。',
      'Makes the packages that fill flow pools, gives them to direct children at a price, and takes them back.',
    ),
    terms: ['flowPool', 'packageVersion', 'shelf'],
    tasks: [
      text(
        '建立并上架；之后的修改只影响新订购，已充入的不变。',
        'Make one and publish it. A later edit affects new orders only; what fills pools stays as sold.',
      ),
      text(
        '「分配」给下级定结算价；不能低于自己的结算价。',
        '“Distribute” sets what a child pays, never below what you pay yourself.',
      ),
      text(
        '在「下级」中调价或收回：收回后不能再订购，已充入的用到到期。',
        'Under “Children”, reprice or recall: nobody below can order it any more, and what fills pools runs to its end.',
      ),
    ],
    manual: 'usage',
  },
} satisfies Explanations;
