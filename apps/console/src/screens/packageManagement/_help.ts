import { text } from '@cardinal/primitives/text.ts';
import type { Explanations } from '../../shell/help/explanation.ts';

const USED = text(
  '「使用套餐数」是有任一版本用到该规格的套餐数。',
  '“Packages using it” counts packages with any version made from it.',
);
const DISABLE = text(
  '停用后新套餐不能再选，已有套餐不变。',
  'Disable one: new packages cannot choose it, existing ones keep it.',
);

export default {
  '/packageManagement/systemPackage': {
    purpose: text(
      '建立平台销售的套餐，上架、下架，并决定哪些产品的卡可以订购。',
      'Makes the packages the platform sells, publishes them, and says which products’ cards can order them.',
    ),
    terms: ['packageVersion', 'shelf', 'addOn'],
    figures: text(
      '「卡上套餐」是使用中和排队的套餐数；「下发客户」只计直接下级。',
      '“On cards” counts packages in use or waiting. “Given to” counts direct children only.',
    ),
    tasks: [
      text('选择流量、语音和周期规格建立套餐，再上架。', 'Make a package from specifications, then publish it.'),
      text(
        '改用量、周期或规则会产生新版本，只对以后的订单有效。',
        'A change of allowance, period or rules makes a new version, for later orders only.',
      ),
      text('下架立即停止新订购，卡上已有的照常使用。', 'Unpublish it to stop new orders; what cards have runs on.'),
    ],
    manual: 'products',
  },
  '/packageManagement/packageList': {
    purpose: text(
      '查看您持有的套餐：付多少、可以收多少、能否订购。',
      'Shows the packages you have: what you pay, what you may charge, and whether they can be ordered.',
    ),
    terms: ['reservePrice', 'priceFloor'],
    figures: text(
      '结算价是您付给上级的价格，自有套餐没有；不显示上级自己的价格和成本。',
      'The reserve price is what you pay your parent, and your own packages have none. What they cost above you is not shown.',
    ),
    tasks: [
      text(
        '「能否订购」写明哪一项使套餐不能订购；与卡的产品是否绑定在订购时检查。',
        '“Can be ordered” names what prevents it. Whether a package suits a card’s product is checked when ordering.',
      ),
      text(
        '分配给直属下级，或从下级数查看已分配的。',
        'Distribute a package to direct children, or open those who have it.',
      ),
    ],
    manual: 'products',
  },
  '/packageManagement/packageDistribute': {
    purpose: text(
      '把套餐分配给直属下级并定价；调价和收回也在这里。',
      'Gives packages to direct child customers at a price, changes the price and takes packages back.',
    ),
    terms: ['reservePrice', 'priceFloor', 'margin'],
    figures: text(
      '毛利是下级结算价减去您自己的结算价，自有套餐则减去其成本（币种不同则不显示）；「待生效」是已定、到日才生效的价格。',
      'The margin is the child’s reserve price minus your own, or minus what an own package costs, unless in another currency. A waiting price is set and begins on its day.',
    ),
    tasks: [
      text(
        '分配：选下级和套餐，每行定结算价、毛利或加价比例；不能低于您的底价。',
        'Distribute: choose children and packages, and price each line as a reserve price, margin or mark-up, never below what you may charge.',
      ),
      text(
        '调价：立即、次月 1 日或指定日期生效；若有客户因此亏本，会先列出再确认。',
        'Change a price at once, on the first of next month or on a date. Customers who would sell at a loss are named first.',
      ),
      text(
        '收回：下级和更下级不能再订购，卡上的套餐继续到期。',
        'Recall: nobody below can order it any more; packages on cards run on to their end.',
      ),
    ],
    manual: 'products',
  },
  '/packageManagement/flowConfig': {
    purpose: text('维护套餐可选的流量大小。', 'Maintains the data volumes packages can have.'),
    terms: [],
    figures: USED,
    tasks: [
      text(
        '新增规格：按字节数和方向查重，1024 MB 与 1 GB 是同一规格。',
        'Add one. Duplicates go by bytes and direction: 1024 MB is 1 GB.',
      ),
      text('被使用后流量不能再改，名称和排序可以。', 'Once used, only its name and order can be changed.'),
      DISABLE,
    ],
    manual: 'products',
  },
  '/packageManagement/voiceConfig': {
    purpose: text('维护套餐可选的通话时长和短信条数。', 'Maintains the call minutes and messages packages can have.'),
    terms: [],
    figures: USED,
    tasks: [
      text(
        '选择计费步长：按 60 秒计时，61 秒算 120 秒。',
        'Choose the billing step: at 60 s, a call of 61 s counts 120 s.',
      ),
      text('固定号码最多 100 个。', 'Up to 100 fixed numbers.'),
      DISABLE,
    ],
    manual: 'products',
  },
  '/packageManagement/periodicConfig': {
    purpose: text('维护套餐的有效期和用量重置方式。', 'Maintains how long packages run and when usage begins anew.'),
    terms: [],
    figures: text(
      '示例是现在订购的有效期，按通道的账期日和时区计算。',
      'Examples are of a package bought now, by the cycle day and zone of carrier accounts.',
    ),
    tasks: [
      text(
        '从生效时刻起的月：没有对应日的月份到月末为止，之后仍回到原来的日子。',
        'Months from the start: one that lacks the day ends with the month, and the next returns to the day.',
      ),
      text('按天的周期只能从生效时刻起算。', 'Periods of days always count from their start.'),
      DISABLE,
    ],
    manual: 'products',
  },
  '/packageManagement/limitStrategy': {
    purpose: text(
      '维护可复用的限速分段：用量达到多少，限到多少速率。',
      'Maintains reusable tiers: from which usage on a card is limited to which speed.',
    ),
    terms: ['limitStrategy', 'carrierAccount'],
    figures: text('可选速率来自该运营商未停用的通道。', 'Speeds are those of the carrier’s accounts that are not off.'),
    tasks: [
      text('新增策略：用量逐段升高，速率逐段不变或降低。', 'Add one: usage rises from tier to tier, speed never does.'),
      text('按月分段时，未列出的月份不限速。', 'By month: months that are not listed are not limited.'),
      text('试算：输入用量和日期，看速率和原因。', 'Try: enter a usage and a day to see the speed and why.'),
    ],
    manual: 'products',
  },
} satisfies Explanations;
