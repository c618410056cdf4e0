import { text } from '@cardinal/primitives/text.ts';
import type { Explanations } from '../../shell/help/explanation.ts';

export default {
  '/operationManagement/operationStrategy': {
    purpose: text(
      '写下卡上发生什么时停机或提醒：套餐到期、长期沉默、IMEI 变更、余额不足等。',
      'Says what stops cards or reminds of them: a package that ended, long silence, another device, a low balance.',
    ),
    terms: ['stopReason', 'confirmed'],
    figures: text(
      '每分钟判断一次。试运行只计数；启用后按卡各下一条指令，运营商确认后才算已停机。触发数按北京时间的自然日。',
      'Judged every minute. In shadow it only counts; when on, each card gets one command, and is stopped once its carrier confirms. Days are China’s.',
    ),
    tasks: [
      text(
        '新建策略，先试运行，看每日会触发多少张卡。',
        'Write a strategy, run it in shadow and see how many cards it would act on a day.',
      ),
      text('用「试算」查一张卡会不会触发、为什么。', 'Try it on a card: would it fire, and why not.'),
      text('熔断后查明原因，再解除。', 'Paused by its brake: find out why, then release it.'),
    ],
    manual: 'stop-and-restart',
  },
  '/operationManagement/shutdownList': {
    purpose: text(
      '哪些卡停机、为什么、从何时起、由谁停的，以及怎样让它们复机。',
      'Which cards are stopped, why, since when and by whom, and what gets them running again.',
    ),
    terms: ['stopReason', 'outOfControl', 'confirmed'],
    figures: text(
      '停机时间从第一个原因产生时算起；一张卡有几个原因就列几个。复机在运营商确认后才离开列表。上级设置的停机不显示是谁。',
      'Stopped since the first of its reasons; a card with several shows each. A card leaves once its carrier confirms the restart. Who stopped it above you is not named.',
    ),
    tasks: [
      text('点上方的数字，只看一种原因。', 'Click a figure above to see one reason alone.'),
      text('按停机天数筛选，找出长期停机的卡。', 'Filter by days stopped to find cards that stand for long.'),
      text(
        '勾选后复机、解除停机原因或续费；预览说明哪些卡还不能复机、为什么。',
        'Tick cards and restart them, lift a reason or renew; the preview says which cannot and why.',
      ),
    ],
    manual: 'stop-and-restart',
  },
  '/operationManagement/poolMonitor': {
    purpose: text(
      '哪些卡池和流量池会先用尽、什么时候、因为哪张卡。',
      'Which card pools and flow pools run out first, when, and because of which card.',
    ),
    terms: ['flowPool', 'iccid'],
    figures: text(
      '数字与各池自己的页面相同，每 30 秒更新。预计用尽取池的预测和近 24 小时的速度中较早的；读数过旧的池显示为灰色。',
      'Figures are those of each pool’s own screen, renewed every 30 seconds. It runs out by the pool’s forecast or the pace of the last 24 hours, whichever is first; a pool that is not read is grey.',
    ),
    tasks: [
      text('点上方的数字，只看一种风险。', 'Click a figure above to see one risk alone.'),
      text('点卡号，查看并停用一张突增的卡。', 'Click the card that burst to look at it and stop it.'),
      text('点池名，为它充入或移出卡。', 'Click a pool to fill it or take cards out.'),
    ],
    manual: 'usage',
  },
  '/operationManagement/packageRenewalControl': {
    purpose: text(
      '管住续费：停掉旧套餐、限制叠加月数、只许续指定套餐、要求实名或最低价。',
      'Steers renewals: ends old packages, caps the months stacked, allows listed packages only, asks for a real name or a price.',
    ),
    terms: ['addOn'],
    figures: text(
      '「拦截」是启用后拒绝的续费次数，「试运行拦截」是本会拒绝的次数；预览不计。涉及卡数是现有主套餐在范围内的卡。',
      '“Blocked” counts renewals that were refused, “in shadow” those that would have been; previews are none. Cards concerned have a main package in scope.',
    ),
    tasks: [
      text(
        '新建规则，写好给下单人的中英文提示，先试运行。',
        'Write a rule with its message to whoever orders, and run it in shadow first.',
      ),
      text(
        '用「试算 ICCID」看一张卡现在能续哪些套餐、被哪条规则拦。',
        'Try an ICCID: what it may be renewed with now, and which rule says no.',
      ),
      text(
        '查看或导出拦截记录；点卡数看即将到期的卡。',
        'See or export what was blocked; click the cards for those about to end.',
      ),
    ],
    manual: 'products',
  },
  '/operationManagement/flowRemind': {
    purpose: text(
      '流量用到多少、剩多少、套餐还有几天到期、池用到多少时，提醒谁、说什么。',
      'At which usage of cards and pools, and how many days before a package ends, whom to tell what.',
    ),
    terms: ['addOn', 'cardPool', 'flowPool'],
    figures: text(
      '每次读数时判断，主套餐连同加油包一起算；每级阈值在一个账期只提醒一次，更正用量不重复提醒。池内的卡由池提醒。免打扰时段内的站内通知到点合并成一条。',
      'Judged at each reading, a main package together with its add-ons. Each threshold is told once a cycle; corrected usage does not repeat it. Cards of pools are left to their pool. Notices wait for the end of the quiet hours and come as one.',
    ),
    tasks: [
      text(
        '新建规则，写好中英文内容，用一张真实的卡预览，再启用。',
        'Write a rule with its text in both languages, preview it with a real card, and turn it on.',
      ),
      text(
        '用「试算 ICCID」看一张卡现在会触发哪些规则。',
        'Try an ICCID: which rules would remind of it now, and what they would say.',
      ),
      text(
        '在发送记录里查找某张卡提醒过什么，导出，或重发失败的。',
        'Find in the sent reminders what was told of a card; export them, or send again what failed.',
      ),
    ],
    manual: 'usage',
  },
  '/operationManagement/speedLimitManagement': {
    purpose: text(
      '哪些卡按用量或固定速率限速，以及运营商真正确认了什么。',
      'Which cards are limited, by their usage or to one speed, and what their carriers have really confirmed.',
    ),
    terms: ['limitStrategy', 'confirmed'],
    figures: text(
      '每次读数时判断，到达分段即下发；运营商确认后才算已限速。应限与已确认不同的卡计入「不符」。',
      'Judged at each reading; a step that is reached is asked for at once. A card is limited once its carrier confirms. Where due and confirmed speeds differ it counts as differing.',
    ),
    tasks: [
      text(
        '新建限速，点「预览」看覆盖多少张卡，先试运行再启用。',
        'Write a limit, preview how many cards it covers, run it in shadow and then turn it on.',
      ),
      text(
        '用视图「有应限与已确认不符」找出没有限住的卡。',
        'Find cards that are not limited as they should be by the view of differing speeds.',
      ),
      text(
        '限速被熔断时，查明为什么一小时内到段的卡这么多，再解除。',
        'Paused by its brake: find out why so many cards reached a step within an hour, then release it.',
      ),
    ],
    manual: 'stop-and-restart',
  },
  '/operationManagement/speedLimitManagement/detail/:id/:platformId/:platformConfigId': {
    purpose: text(
      '一项限速的卡：用了多少、应限多少、下发和确认了多少、由谁决定。',
      'The cards of one limit: what they have used, which speed is due, asked and confirmed, and what governs it.',
    ),
    terms: ['limitStrategy', 'confirmed'],
    figures: text(
      '各分段卡数之和等于范围内的卡数。一张卡有多项限速时取最低速率；客户例外优先；人工设置的限速不会被解除或调快。',
      'The cards on all steps are the cards it covers. Of several limits on a card the lowest speed holds, a customer’s exception before all; a limit set by hand is never lifted or made faster.',
    ),
    tasks: [
      text('对下发失败的卡重新下发。', 'Ask again for cards whose carrier failed.'),
      text('解除选中卡的限速，或豁免到某一天。', 'Lift the limit of selected cards, or exempt them until a day.'),
      text('查看触发记录：哪张卡何时到了哪一段。', 'See in the firings which card reached which step when.'),
    ],
    manual: 'stop-and-restart',
  },
  '/operationManagement/queryCardOnlineInfo': {
    purpose: text(
      '立即向运营商查询卡是否在线；不在线时逐步找出原因。',
      'Asks the carrier now whether cards are online and, if not, finds out why step by step.',
    ),
    terms: ['lookup', 'diagnosis', 'session'],
    figures: text(
      '结果是查询那一刻的应答，带有时间；查询占用通道的调用额度，因此排队。',
      'A result is the answer at that moment, with its time. Look-ups share the call budget of the carrier account, so they queue.',
    ),
    tasks: [
      text('输入一个或多个号码查询。', 'Enter one or several numbers and ask.'),
      text('打开诊断步骤，按建议处理。', 'Open the steps of the diagnosis and follow the advice.'),
    ],
    manual: 'usage',
  },
  '/operationManagement/cardPositioning': {
    purpose: text('说明用途后查询卡的位置。', 'Asks where cards are, for a stated purpose.'),
    terms: ['positioning', 'consent', 'lookup'],
    figures: text(
      '位置是运营商在查询时给出的，精度不一，并加密保存。查看下级客户的卡需要其授权；每次查询都留痕。',
      'A location is what the carrier said when asked; its accuracy varies, and it is stored encrypted. Cards of child customers need their consent. Every query is recorded.',
    ),
    tasks: [
      text('选择卡、填写用途后查询。', 'Choose cards, state the purpose and ask.'),
      text('在地图上查看结果或轨迹。', 'See results or a track on the map.'),
      text('登记客户的定位授权。', "Record a customer's location consent."),
    ],
    manual: 'usage',
  },
  '/operationManagement/earlyWarningRules': {
    purpose: text(
      '余额、池、运营商通道和指令的数字出问题时，先告诉该知道的人。',
      'Tells whoever should know when figures of balances, pools, carriers and commands turn bad.',
    ),
    terms: ['flowPool', 'confirmed'],
    figures: text(
      '每分钟判断一次。越过阈值并持续够久记一件事件，恢复到阈值外一成并持续够久时自行解除；一个通道出故障只算一件。',
      'Judged every minute. Beyond the limit for long enough is one event, over by itself once it is a tenth on the good side for as long. A carrier that is down is one.',
    ),
    tasks: [
      text(
        '新建规则，选指标、阈值和接收人，用「预览」看现在会说什么。',
        'Write a rule with its figure, limit and receivers, and preview what it would say now.',
      ),
      text('用「回测」看过去 30 天会触发几次，再调阈值。', 'Back-test it over the last 30 days and adjust the limit.'),
      text('在「预警事件」确认或解除，并写下处理情况。', 'Acknowledge or resolve events, and note what was done.'),
    ],
    manual: 'usage',
  },
} satisfies Explanations;
