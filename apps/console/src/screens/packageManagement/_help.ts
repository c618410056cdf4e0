import { text } from '@cardinal/primitives/text.ts';
import type { Explanations } from '../../shell/help/explanation.ts';
import { EXTERNAL_HELP } from './_external/externalHelp.ts';

const USED = text(
  '「使用套餐数」是有任一版本用到该规格的套餐数。',
  '“Packages using it” counts packages with any version made from it.',
);
const DISABLE = text(
  '停用后新套餐不能再选，已有套餐不变。',
  'Disable one: new packages cannot choose it, existing ones keep it.',
);

export default {
  '/packageManagement/wechatPackage': {
    purpose: text(
      '决定公众号里卖哪些套餐、什么价格。',
      'Decides which packages public accounts sell, and at which price.',
    ),
    terms: ['reservePrice', 'customer'],
    figures: text(
      '毛利为售价减我的底价；近 30 天售出按支付时间计。',
      'Margin is the price less your reserve. Sold counts payments of the last 30 days.',
    ),
    tasks: [
      text('上架套餐，价格不低于底价。', 'List a package, not below your reserve.'),
      text(
        '按 ICCID 预览：哪些能买，其余为何不显示。',
        'Preview for a card: what it can buy and why the rest is hidden.',
      ),
      text('下架后不再销售，已付订单照常开通。', 'Take it off sale: nothing new is sold, paid orders are set up.'),
    ],
    manual: 'products',
  },
  '/packageManagement/autoRenewContractPackage': {
    purpose: text(
      '决定哪些公众号套餐可以签约自动续费、续费价和扣款时间。',
      'Decides which listed packages can be signed for, at which renewal price, and when they are charged.',
    ),
    terms: ['customer'],
    figures: text(
      '签约中为当前；本月已扣、失败和解约按北京时间的自然月。',
      'Signed is as of now. Charged, failed and ended are of the calendar month, Beijing time.',
    ),
    tasks: [
      text('选择套餐和签约模板，填写续费价。', 'Choose a listing and a template, and enter the renewal price.'),
      text(
        '改价只对新签约有效；已签约的保持原价。',
        'A new price is for new contracts only; those that run keep theirs.',
      ),
      text('停用后不再新签约，已签约的照常续费。', 'Disable it: nobody signs any more, contracts that run go on.'),
    ],
    manual: 'products',
  },
  '/packageManagement/phoneBill': {
    purpose: text(
      '决定公众号用户可以给卡充多少话费、送多少，由谁承担赠送。',
      'Decides which amounts users of public accounts put on their cards, what is added, and who pays for that.',
    ),
    terms: ['customer'],
    figures: text(
      '充值次数和累计充值只计已支付；累计充值和累计赠送已减去退款。待补发赠送在承担方余额充足后自动到账。',
      'Times used counts paid top-ups; sums are less what was refunded. Bonus owed is given once its payer’s balance allows.',
    ),
    tasks: [
      text('新增档位：选承担方，再选公众号或产品。', 'Add a tier: who pays the bonus, then an account or a product.'),
      text('首充档位每个范围一个，每张卡只送一次。', 'One first-recharge tier per scope; each card gets it once.'),
      text('自由金额按公众号设置上下限和步长，不赠送。', 'Free amounts are set per account, without a bonus.'),
    ],
    manual: 'products',
  },
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
      text(
        '选择流量、语音和周期规格建立套餐，再上架；不限量的先在流控策略中设限速。',
        'Make a package from specifications, then publish it. Limit unlimited data in a flow-control strategy first.',
      ),
      text(
        '改用量、周期或规则会产生新版本，只对以后的订单有效；下架立即停止新订购，卡上排队的可以履行，也可以停止并退款。',
        'A change of allowance, period or rules makes a new version, for later orders only. Unpublishing stops new orders; what waits on cards is honoured, or stopped and given back.',
      ),
      text(
        '「运营商核对」读取通道的可订套餐，比较流量、有效期和名称，不改动套餐。',
        '“Check with the carrier” compares volume, validity and name with the plans of its account. The package stays as it is.',
      ),
    ],
    manual: 'products',
  },
  '/packageManagement/packageVirtual': {
    purpose: text(
      '销售运营商不知道的用量，例如从大流量池切出 300 MB；由本平台计量和管控。',
      'Sells allowances the carrier does not know, such as 300 MB cut out of a pool. They are counted and enforced here.',
    ),
    terms: ['packageVersion', 'shelf'],
    figures: text(
      '「在用流量」是卡上使用中的套餐流量之和；超过采购流量的预警百分比即为超卖，只提醒，不拦截订购。',
      '“Sold, in use” adds up the data of packages in use on cards. Beyond the warning share of what was bought it is oversold, which warns and stops no order.',
    ),
    tasks: [
      text(
        '选择承载它的通道和套餐，以及用满时的管控动作；通道做不到的动作不能保存。',
        'Choose the account and plan beneath, and what happens when it is used up. What the account cannot do is refused.',
      ),
      text(
        '填写采购流量和预警百分比，随时看到卖了多少。',
        'Enter what was bought and the warning share, to see how much is sold.',
      ),
      text('接入用量计量后才会按它管控。', 'It is enforced once usage is metered.'),
    ],
    manual: 'products',
  },
  '/packageManagement/customPackage': {
    purpose: text(
      '把您持有的套餐按份组合成新套餐，分配给下级销售。',
      'Puts several of a package you have together as a package of your own, to give to children.',
    ),
    terms: ['reservePrice', 'shelf', 'packageVersion'],
    figures: text(
      '「我的成本」是基础套餐的结算价乘以份数，随基础套餐调价而变。',
      '“My cost” is the reserve price of the base times the number, and changes with it.',
    ),
    tasks: [
      text(
        '选择基础套餐和份数，保存后上架（平台要求审核时先提交上级审核），再到套餐分配中定价。',
        'Choose a base and a number, submit it to the parent where a review is demanded, publish it, then price it.',
      ),
      text(
        '卡上得到依次排队的多份；未开始的可按份退订。',
        'A card gets them one behind the other; what has not begun can be unsubscribed one by one.',
      ),
      text(
        '基础套餐被收回、下架或涨过售价时，停止销售并写明原因。',
        'It stops being sold, with the reason, when its base is recalled, unpublished or dearer than its price.',
      ),
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
      text(
        '「价格由来」列出谁从何时起定了哪个价，以及已定未生效的价。',
        '“Price history” says who asks which price from when on, and which one waits.',
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
        '调价：单项调整，或下载价格表、改好后上传，校验并确认后才写入；若有客户因此亏本，会先列出再确认。',
        'Change a price at once or from a date, or many with a price sheet: download, edit and upload it; it is checked before you confirm. Customers who would sell at a loss are named first.',
      ),
      text(
        '收回：下级和更下级不能再订购，卡上的套餐继续到期。',
        'Recall: nobody below can order it any more; packages on cards run on to their end.',
      ),
    ],
    manual: 'products',
  },
  '/packageManagement/shareBenefitPackageDistribute': {
    purpose: text(
      '把套餐以分润方式分配给直属下级：您定零售价，下级在公众号按此价销售并分得约定部分。',
      'Gives packages to direct children for a share: you set the retail price, the child sells at it in its public account.',
    ),
    terms: ['reservePrice', 'margin'],
    figures: text(
      '我的底价、净得和下级所得按零售价的一笔付款计，合计即零售价；下级所得包含它再分给更下级的部分。',
      'Reserve, net and the child’s earnings are of one payment at the retail price and add up to it. The child’s include what it passes on.',
    ),
    tasks: [
      text(
        '分配：选下级、套餐，定零售价和分润（固定金额、毛利比例或售价比例），分账随填随显。',
        'Give: choose children and a package, set the retail price and the share; the split shows while you type.',
      ),
      text(
        '修改：立即或从某日起生效，只影响之后付款的订单。',
        'Change it at once or from a date; only orders paid later go by it.',
      ),
      text(
        '同一下级的同一套餐只能用转售或分润一种方式，换方式须先收回。',
        'A child has a package in one way: to resell, or for a share. Recall it to change the way.',
      ),
    ],
    manual: 'products',
  },
  '/packageManagement/outPackagemanage': EXTERNAL_HELP,
  '/packageManagement/apiGroupBuyPackage': {
    purpose: text(
      '把套餐按数量阶梯价批量卖给直属下级：下级一次买一批兑换码，兑换到卡时才开通套餐。',
      'Sells packages in bulk to direct children at prices that fall with the count: a child buys codes at once, and a card gets the package when one is redeemed.',
    ),
    terms: ['reservePrice', 'redeemCode'],
    figures: text(
      '未兑换负债 = 未兑换和兑换中的码 × 其售价；发码时从买方余额收款，兑换时才产生各级毛利。',
      'Unredeemed liability is the price of all codes unused or being redeemed. The buyer pays when codes are issued; each level earns when one is redeemed.',
    ),
    tasks: [
      text(
        '新增团购：选套餐，填阶梯价（数量递增、单价递减、不低于底价）、有效天数和过期处理。',
        'Add an offer: choose a package, enter price steps (counts rise, prices fall, none below the floor), valid days and what happens on expiry.',
      ),
      text(
        '发码：选买方和数量；下级也可以通过 API 自行购买和兑换。',
        'Issue codes: choose the buyer and the count. Children also buy and redeem by the API.',
      ),
      text(
        '下载兑换码（只能一次，表格用一次性密码加密）、作废未兑换的码（退款给买方）、按完整的码查状态。',
        'Download codes once, as a sheet encrypted with a password shown once; void unused ones, which refunds the buyer; look up a whole code.',
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
  '/packageManagement/flowStrategy': {
    purpose: text(
      '维护流控策略：用量达到多少时提醒、限速、断网或停机。',
      'Maintains flow-control strategies: at which usage to remind, limit, cut off or stop.',
    ),
    terms: ['flowStrategy', 'limitStrategy'],
    figures: text(
      '「使用卡数」是有关联套餐（使用中或排队）的卡。每条规则每个套餐每账期触发一次，按日的规则每日一次；加油包计入套餐总量。卡的流量池有余量时，达到 100% 及以上才停机的规则不触发。',
      '“Cards” have an associated package running or waiting. A rule fires once a package and cycle, one by days once a day. Added packages count to the allowance. While a card’s pool has data left, rules that stop at 100% or more do not fire.',
    ),
    tasks: [
      text(
        '新增策略并从「关联套餐」列选择套餐；同一依据的阈值逐条升高，可选动作取决于运营商的通道。',
        'Add one and choose its packages in the “Packages” column; thresholds of one measure rise, and actions are those the carrier’s accounts support.',
      ),
      text(
        '先试运行，在「查看」中看哪些卡达到阈值，再启用。',
        'Run it in shadow first, see under “Open” which cards reach a threshold, then turn it on.',
      ),
      text(
        '试算：输入用量，看触发哪些规则、执行什么动作。',
        'Try: enter a usage to see which rules fire and what is done.',
      ),
    ],
    manual: 'products',
  },
  '/packageManagement/flowStrategy/:strategyId/:platformId': {
    purpose: text('选择由此策略管控的套餐。', 'Chooses the packages this strategy governs.'),
    terms: ['flowStrategy'],
    figures: text('「专用限速」指该套餐另设了限速。', '“Own limit”: the package has a limit beside the rules.'),
    tasks: [
      text(
        '关联套餐：已有其他策略的套餐会移过来，页面会写明。',
        'Associate packages. One that has another strategy moves over, and the form says so.',
      ),
      text('限速与例外：为一个套餐单独设置。', 'Set the limit and the exceptions of one package.'),
    ],
    manual: 'products',
  },
  '/packageManagement/flowStrategy/:strategyId/:platformId/:fluidControllerStrategyPackageRecordId': {
    purpose: text(
      '为此策略下的一个套餐设置限速分段和例外客户。',
      'Sets the speed tiers and the exceptions of one package under this strategy.',
    ),
    terms: ['limitStrategy'],
    figures: text(
      '优先顺序：例外、专用分段、选用的策略、规则中的策略。',
      'In this order: exception, own tiers, the strategy chosen, the strategy of the rules.',
    ),
    tasks: [
      text(
        '例外对客户及其下级生效，可设截止日期。',
        'An exception holds for a customer and those below it, until a day.',
      ),
      text('试算：选客户，输入用量，看速率和依据。', 'Try: choose a customer and a usage to see the speed and why.'),
    ],
    manual: 'products',
  },
  '/packageManagement/detailStrategy': {
    purpose: text(
      '决定下级客户、公众号、接口或小程序能看到卡的哪些内容。',
      'Decides what child customers, the public account, the API or the mini-program see of a card.',
    ),
    terms: ['displayStrategy'],
    figures: text(
      '流量只舍去小数，不会大于实际值；归属客户自己始终看到全部。',
      'Volumes are only cut off, never larger than measured. Owners always see everything.',
    ),
    tasks: [
      text('预览：同一张示例卡，本级与对方各看到什么。', 'Preview: one example card as the owner and as they see it.'),
      text(
        '绑定套餐、产品或客户，范围小的优先。',
        'Bind packages, products or customers; the narrowest binding holds.',
      ),
    ],
    manual: 'products',
  },
} satisfies Explanations;
