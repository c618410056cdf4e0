import { PERMISSIONS, subjectOf } from '@cardinal/contract/permissions/catalogue.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import { text } from '@cardinal/primitives/text.ts';

export type RoleTemplate = { readonly key: string; readonly title: Text; readonly permissions: readonly string[] };

const verbOf = (id: string) => id.slice(id.indexOf('.') + 1);
const isSafe = (danger: string | undefined) => danger === undefined;

/** All harmless permissions of these subjects, and the named ones in addition. */
function pick(subjects: readonly string[], besides: readonly string[] = []): string[] {
  const wanted = new Set(subjects);
  const safe = PERMISSIONS.filter(({ id, danger }) => wanted.has(subjectOf(id)) && isSafe(danger)).map(({ id }) => id);
  const known = new Set(PERMISSIONS.map(({ id }) => id));
  return [...new Set([...safe, ...besides.filter((id) => known.has(id))])].sort();
}

const CARDS = ['flowCard', 'voiceCard', 'nbCard', 'card', 'cardDetail', 'cardOther', 'gjCard', 'globalSearch'];
const ESIM = ['esim', 'codeNumber', 'esimCardImport', 'codeNumberImport', 'numberingStrategy'];
const SPECS = ['flowConfig', 'voiceConfig', 'periodicConfig'];
const PACKAGES = ['systemPackage', 'packageVirtual', 'customPackage', 'packageList', 'outPackagemanage', ...SPECS];
const RETAIL = ['wechatOrderList', 'wechatOrderFail', 'gzhRefundRecord'];
const ORDERS = ['packageOrderRecord', 'unsubscribeRecord', 'apiorderList', 'channelOrderList', ...RETAIL];
const BALANCES = ['userConsumptionRecord', 'userRecharge', 'singleCardRecharge', 'clearUpBlance'];
const BILLS = ['billList', 'billDetail', 'billSummary', 'invoiceRequest', 'cashOutRecord', 'dayReturnFailedRecord'];
const PROFIT = ['overView', 'shareBenefitDetail', 'benefitReport', 'cashOutCheck', 'receivePaymentConfig'];
const STRATEGIES = ['operationStrategy', 'speedLimit', 'limitStrategy', 'flowStrategy', 'detailStrategy'];
/** Whether a card is online or stopped, and why: the first questions of any support call. */
const LOOK_UP = ['queryCardOnline', 'shutdownList'];
const verbsOf = (subject: string, ...verbs: string[]) => verbs.map((verb) => `${subject}.${verb}`);
const STOPS = ['flowCard.stop', 'voiceCard.stop', 'nbCard.stop'];
const SELF = ['accountInfo', 'notiflyList', 'downloadTask', 'systemTask'];

/** Starting points; a template never grants more than the granting account may grant. */
export const ROLE_TEMPLATES: readonly RoleTemplate[] = [
  {
    key: 'service',
    title: text('客服', 'Customer service'),
    permissions: pick(
      [
        ...CARDS,
        ...SELF,
        ...LOOK_UP,
        'tagManagement',
        'cardOpHistory',
        'packageEndTips',
        ...ORDERS,
        'wechatBind',
        'userDetail',
      ],
      [...STOPS, 'userList.view', 'user.view'],
    ),
  },
  {
    key: 'finance',
    title: text('财务', 'Finance'),
    permissions: pick(
      [...SELF, ...BALANCES, ...ORDERS, ...BILLS, ...PROFIT, 'RealTimeDeductionRecords', 'ViewDeductionDetails'],
      [
        ...verbsOf('user', 'view', 'money'),
        ...['accountInfo', 'dashboard', 'packageOrderRecord'].map((each) => `${each}.money`),
        ...verbsOf('userRecharge', 'add', 'check'),
        'singleCardRecharge.recharge',
        ...verbsOf('clearUpBlance', 'create', 'approve'),
        ...verbsOf('overView', 'deduct', 'cashOut'),
        ...verbsOf('cashOutRecord', 'cancel', 'retry'),
        ...verbsOf('cashOutCheck', 'check', 'bank'),
        ...['wechatOrderList.refund', 'wechatOrderFail.refund', ...verbsOf('gzhRefundRecord', 'retry', 'manual')],
        ...verbsOf('flowCard', 'view', 'money'),
        'operationLog.view',
      ],
    ),
  },
  {
    key: 'warehouse',
    title: text('仓库', 'Warehouse'),
    permissions: pick(
      [
        ...SELF,
        'stockCard',
        'outboundOrder',
        'cardWarehousing',
        'cardPurchaseOrder',
        'receiptOrder',
        'importCard',
        'cardScope',
      ],
      ['flowCard.view', 'cardDetail.view', 'importCard.import'],
    ),
  },
  {
    key: 'operations',
    title: text('运营', 'Operations'),
    permissions: pick(
      [
        ...CARDS,
        ...SELF,
        ...LOOK_UP,
        ...ESIM,
        ...PACKAGES,
        ...['tagManagement', 'batchOperate', 'cardOpHistory', 'importCard', 'poolMonitor'],
        ...STRATEGIES,
        'production',
        'proDistribute',
        'cardScope',
        'communicationPlan',
        'engineManage',
        'packageDistribute',
        'shareBenefitPackageDistribute',
        'apiGroupBuyPackage',
        ...ORDERS,
        'user',
        'dashboard',
      ],
      [
        ...STOPS,
        ...['operationStrategy.switch', 'flowStrategy.enable', 'importCard.import'],
        ...verbsOf('packageRenewalControl', 'view', 'edit', 'export', 'switch'),
        ...verbsOf('flowRemind', 'view', 'edit', 'retry', 'export'),
        ...verbsOf('earlyWarning', 'view', 'edit', 'handle', 'export'),
        ...verbsOf('warnSetting', 'view'),
        ...verbsOf('esim', 'allocate', 'disable', 'delete'),
        ...verbsOf('codeNumber', 'allocate', 'invalidate'),
        ...['operationLog.view', 'platformConfig.view'],
        ...[...verbsOf('proDistribute', 'edit', 'money', 'recall'), ...verbsOf('outPackagemanage', 'map', 'accept')],
        ...verbsOf('packageDistribute', 'distribute', 'price', 'recall', 'import'),
        ...verbsOf('shareBenefitPackageDistribute', 'distribute', 'edit', 'recall'),
        ...verbsOf('apiGroupBuyPackage', 'issue', 'void', 'download'),
        ...verbsOf('batchOperate', 'packageOrder', 'refund'),
      ],
    ),
  },
  {
    key: 'readonly',
    title: text('只读', 'Read only'),
    permissions: PERMISSIONS.filter(({ id, danger }) => verbOf(id) === 'view' && isSafe(danger)).map(({ id }) => id),
  },
];
