import { text } from '@cardinal/primitives/text.ts';
import type { Explanations } from '../../shell/help/explanation.ts';

export default {
  '/system/menu': {
    purpose: text('修改菜单的标题、顺序与可见范围。', 'Changes titles, order and visibility of menu entries.'),
    terms: ['menuSet', 'role'],
    figures: text(
      '树中为当前菜单；改动过的条目有标记，可恢复内置值。',
      'The tree is the current menu. Changed entries are marked and can be restored.',
    ),
    tasks: [
      text('编辑条目，或调整顺序。', 'Edit an entry, or change the order.'),
      text('只看改动或有问题的条目。', 'Show only what was changed or has problems.'),
    ],
    manual: 'customers',
  },
  '/system/roleSys': {
    purpose: text('管理角色：一组菜单与权限。', 'Manages roles: menu entries and permissions under a name.'),
    terms: ['role', 'account', 'scope'],
    figures: text(
      '账号数是当前持有该角色的账号。改动从下一个请求起生效。',
      'The number of accounts is of those that hold the role now. Changes take effect with the next request.',
    ),
    tasks: [
      text('新增角色；只能授予自己拥有的权限。', 'Add a role; you can grant only what you hold yourself.'),
      text('用「谁能……」查看某权限在谁手上。', 'Ask “Who can …?” to see who holds a permission.'),
      text('预览角色看到的菜单。', 'Preview the menu a role sees.'),
    ],
    manual: 'customers',
  },
  '/system/platformSet': {
    purpose: text(
      '设置站点的品牌、语言、运营商、安全与限额。',
      'Sets brand, languages, carriers, security and limits of the site.',
    ),
    terms: ['site', 'twoStep'],
    tasks: [
      text('设置名称、标志和登录背景。', 'Set the name, the logo and the login background.'),
      text('设置登录规则与批量操作的限额。', 'Set the rules of sign-in and the limits of batches.'),
    ],
    manual: 'first-steps',
  },
  '/system/accountConfig': {
    purpose: text('设置本客户的业务开关与限值。', 'Sets switches and limits of your own customer.'),
    terms: ['customerSetting', 'customer'],
    figures: text(
      '每项写明来自谁：默认、上级或本客户。',
      'Each value says where it comes from: the default, a parent or your customer.',
    ),
    tasks: [
      text('修改一项并保存；下级不能放宽。', 'Change a value and save it; customers below cannot loosen it.'),
      text('恢复默认值。', 'Restore the default.'),
    ],
    manual: 'customers',
  },
  '/system/platformConfig': {
    purpose: text(
      '管理通道：凭据、限额、读取周期与健康。',
      'Manages carrier accounts: credentials, limits, reading schedules and health.',
    ),
    terms: ['carrierAccount', 'sync', 'difference'],
    figures: text('健康是最近 24 小时的调用结果。', 'Health is the outcome of the calls of the last 24 hours.'),
    tasks: [
      text('新增通道，填写凭据。', 'Add a carrier account and enter its credentials.'),
      text('调整读取周期与调用限额。', 'Change reading schedules and call limits.'),
      text('核对与运营商的差异并决定。', 'Look at differences with the carrier and decide them.'),
    ],
    manual: 'first-steps',
  },
  '/system/dataDictionary': {
    purpose: text(
      '修改选项的文字，维护可扩展的选项。',
      'Changes the texts of options and maintains those that can be extended.',
    ),
    terms: ['dictionary'],
    tasks: [
      text('修改文字，或恢复默认。', 'Change a text, or restore the default.'),
      text('新增或导入条目；使用中的不能删除。', 'Add or import entries; those in use cannot be deleted.'),
    ],
    manual: 'customers',
  },
  '/system/engineManage': {
    purpose: text(
      '管理单独提供的平台能力、价格与订阅。',
      'Manages separately sold capabilities, their prices and subscriptions.',
    ),
    terms: ['engine', 'grace', 'shelf'],
    figures: text(
      '用量和订阅数按月统计；到期后宽限期内仍可使用。',
      'Use and subscriptions are counted by month. A subscription works until its grace days end.',
    ),
    tasks: [
      text('上架引擎并设定价格。', 'Publish an engine and set its price.'),
      text('为客户开通、续期或停止订阅。', 'Start, extend or stop a subscription of a customer.'),
    ],
    manual: 'products',
  },
  '/system/communicationPlan': {
    purpose: text(
      '维护运营商的通信计划，供产品和换计划使用。',
      "Maintains the carriers' communication plans for products and plan changes.",
    ),
    terms: ['communicationPlan', 'carrierAccount'],
    figures: text(
      '卡数约每分钟更新；「运营商侧不存在」表示最近一次拉取没有它。',
      'Numbers of cards are about a minute old. “No longer at the carrier” means that the last pull did not contain it.',
    ),
    tasks: [
      text('从运营商拉取计划。', 'Pull the plans from a carrier.'),
      text('核对与运营商不同的计划。', 'Look at plans that differ from the carrier.'),
    ],
    manual: 'products',
  },
  '/system/apiManagement': {
    purpose: text(
      '管理开放接口目录：上线、限频和下线公告。',
      'Manages the catalogue of open interfaces: going online, rates and retirement.',
    ),
    terms: ['openInterface', 'interfaceState', 'apiScope'],
    figures: text('调用数与错误率来自密钥的实际调用。', 'Calls and error rates come from the actual calls of keys.'),
    tasks: [
      text('让接口上线，或公告下线日期。', 'Put an interface online, or announce its retirement.'),
      text('试调用不带参数的查询接口。', 'Try query interfaces that take no parameters.'),
    ],
    manual: 'interfaces',
  },
  '/system/errorLog': {
    purpose: text('查看并处理服务端与控制台的故障。', 'Shows faults of server and console, to be dealt with.'),
    terms: ['errorLog'],
    figures: text(
      '相同原因归并为一条，图为最近 7 天每小时次数。',
      'Equal faults are one entry; the chart counts the last 7 days by hour.',
    ),
    tasks: [
      text('打开条目查看样本与经过，标记处理状态。', 'Open an entry, read its samples and mark its state.'),
      text('按请求编号查找用户报告的错误。', 'Find an error that somebody reported by its request ID.'),
      text('删除旧条目。', 'Delete old entries.'),
    ],
    manual: 'tasks',
  },
  '/system/notiflyManage': {
    purpose: text('给下级客户编写、发送和撤回通知。', 'Writes, sends and recalls notices to customers below.'),
    terms: ['notice', 'mustRead'],
    figures: text('送达和已读数是当前的。', 'Numbers of deliveries and readers are current.'),
    tasks: [
      text('新建通知，选择收件客户并预览。', 'Write a notice, choose who gets it and preview it.'),
      text('立即发送、定时发送或撤回。', 'Send it now or at a time, or recall it.'),
    ],
    manual: 'interfaces',
  },
  '/system/notiflyList': {
    purpose: text('查看自己收到的通知、预警与公告。', 'Shows the notices, warnings and announcements you received.'),
    terms: ['notice', 'mustRead'],
    figures: text(
      '新通知实时出现，铃铛上是未读数。',
      'New notices appear at once; the bell shows how many are unread.',
    ),
    tasks: [
      text('打开通知，转到它说的页面。', 'Open a notice and go to the page it speaks of.'),
      text('全部标为已读。', 'Mark all as read.'),
    ],
    manual: 'interfaces',
  },
  '/system/operationLog': {
    purpose: text(
      '查清谁在何时改了什么，以及被拒绝的尝试。',
      'Shows who changed what and when, and attempts that were refused.',
    ),
    terms: ['operationLog', 'account'],
    figures: text(
      '与变更同时写入，任何人都不能修改或删除。',
      'Written with each change. Nobody can edit or delete it.',
    ),
    tasks: [
      text(
        '按账号、操作或时间筛选，查看改动前后的值。',
        'Filter by account, operation or time and compare the values before and after.',
      ),
      text('校验日志链，确认没有被改动。', 'Verify the log chain to see that nothing was tampered with.'),
    ],
    manual: 'tasks',
  },
  '/system/menuSet': {
    purpose: text(
      '为下级客户选择菜单，改标题与顺序。',
      'Chooses the menu of child customers, with its own titles and order.',
    ),
    terms: ['menuSet', 'customer'],
    figures: text('客户数是当前使用该方案的客户。', 'The number of customers is of those that use the set now.'),
    tasks: [
      text('新建方案，勾选条目并指定客户。', 'Add a set, tick entries and assign customers.'),
      text('设为该类客户的默认方案。', 'Make it the default for a kind of customer.'),
    ],
    manual: 'customers',
  },
  '/system/videoGuidelinesConfig': {
    purpose: text('为页面配置步骤说明和视频。', 'Gives pages guides: steps and a video.'),
    terms: ['guide'],
    figures: text(
      '打开次数与有帮助比例来自读者。',
      'How often it was opened and found helpful comes from its readers.',
    ),
    tasks: [
      text(
        '新增指引：选择页面、填写步骤、上传视频。',
        'Add a guide: choose the page, write the steps, upload a video.',
      ),
      text('上架后它出现在该页面的「?」中。', 'Once published it appears behind the “?” of its page.'),
    ],
    manual: 'interfaces',
  },
  '/system/addressManagement': {
    purpose: text('维护收货与开票地址。', 'Maintains delivery and invoice addresses.'),
    terms: ['address'],
    tasks: [
      text('新增地址，设一个为默认。', 'Add an address and make one the default.'),
      text('编辑或删除；已有单据保留各自的副本。', 'Edit or delete; existing documents keep their own copy.'),
    ],
    manual: 'customers',
  },
  '/system/importCard': {
    purpose: text(
      '用表格导入卡：上传、校验、确认，可撤销。',
      'Imports cards from a sheet: upload, check, confirm, undo if needed.',
    ),
    terms: ['import', 'carrierAccount', 'product', 'undo'],
    figures: text(
      '每批给出总行数、新卡数和错误行数；校验不写入任何数据。',
      'Each batch says how many rows, new cards and wrong rows there are. Checking writes nothing.',
    ),
    tasks: [
      text(
        '下载模板，选择通道与产品，上传并校验。',
        'Download the template, choose carrier account and product, upload and check.',
      ),
      text('下载错误行，改正后再传。', 'Download the wrong rows, mend them and upload them again.'),
      text('导入有误时撤销未使用的卡。', 'Undo an import while its cards are unused.'),
    ],
    manual: 'importing',
  },
  '/system/cardScopeImport': {
    purpose: text('登记号段，并按号段生成卡。', 'Registers number segments and makes cards from them.'),
    terms: ['segment', 'iccid'],
    figures: text(
      '缺口是号段内尚未建卡的号码；重叠的号段有标记。',
      'A gap is a number of the segment without a card. Overlapping segments are marked.',
    ),
    tasks: [
      text('登记起止号码，核对数量。', 'Register the first and last number and check the count.'),
      text('生成号段内的卡。', 'Make the cards of a segment.'),
    ],
    manual: 'importing',
  },
  '/system/apiPermissionManage': {
    purpose: text(
      '管理 API 密钥，以及下级客户密钥的上限。',
      'Manages API keys, and what keys of child customers may have at most.',
    ),
    terms: ['apiKey', 'apiScope', 'openInterface'],
    figures: text(
      '调用数是最近 7 天；密钥只在创建时显示一次。',
      'Calls are of the last 7 days. A secret is shown once, when it is made.',
    ),
    tasks: [
      text('新建密钥，选择权限与允许的地址。', 'Make a key; choose its scopes and allowed addresses.'),
      text('轮换密钥，再停用旧的。', 'Rotate a key, then disable the old secret.'),
    ],
    manual: 'interfaces',
  },
  '/system/activePushConfig': {
    purpose: text(
      '登记自有系统接收事件的地址：订单结果、套餐生效与到期等发生后即推送。',
      'Says where events are sent: order results, packages that begin or end, and more, as they happen.',
    ),
    terms: ['openInterface', 'iccid'],
    figures: text(
      '成功率按最近 24 小时的推送次数；积压是尚未送达的条数。',
      'Success is of the attempts of the last 24 hours. Backlog is what is not delivered yet.',
    ),
    tasks: [
      text(
        '新建订阅，保存只显示一次的密钥，再发送测试推送。',
        'Add a subscription, keep its secret, which is shown once, then send a test push.',
      ),
      text(
        '已挂起：修复接收端，测试通过后恢复，积压立即推送。',
        'Suspended: mend the receiver, test it, then resume; what waited is sent at once.',
      ),
      text('轮换密钥：24 小时内新旧签名同时有效。', 'Rotate the secret: for 24 hours both sign.'),
    ],
    manual: 'interfaces',
  },
  '/system/settingCountryCode': {
    purpose: text('维护国家的名称、区号与 MCC。', 'Maintains names, calling codes and MCCs of countries.'),
    terms: ['network', 'region'],
    tasks: [
      text('修改或停用一个国家。', 'Change or disable a country.'),
      text('恢复国际标准值。', 'Restore the international standard.'),
    ],
    manual: 'esim',
  },
  '/system/CountryRegionManagement': {
    purpose: text(
      '维护销售地区，以及中国的省市区。',
      'Maintains the regions that are sold, and the provinces and cities of China.',
    ),
    terms: ['region'],
    figures: text(
      '地区有版本：已售的保留售出时的版本。',
      'Regions have versions: what was sold keeps the version of that time.',
    ),
    tasks: [
      text('新增地区，选择国家。', 'Add a region and choose its countries.'),
      text('修改国家，产生新版本。', 'Change its countries, which makes a new version.'),
    ],
    manual: 'esim',
  },
  '/system/operatorList': {
    purpose: text(
      '维护各国的运营商网络及资费等级。',
      'Maintains the mobile networks of all countries and their price classes.',
    ),
    terms: ['network', 'steering', 'session'],
    figures: text(
      '「出现的卡」是最近 30 天在该网络有会话的卡。',
      '“Cards seen” are cards with a session on the network in the last 30 days.',
    ),
    tasks: [
      text('登记会话中出现的未登记网络。', 'Register networks that were seen in sessions.'),
      text('把卡引导到优选网络。', 'Steer cards to a preferred network.'),
    ],
    manual: 'usage',
  },
} satisfies Explanations;
