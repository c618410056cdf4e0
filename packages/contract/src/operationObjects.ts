import { type Text, text } from '@cardinal/primitives/text.ts';
import { nouns } from './words.ts';

/** The kinds of objects in the operation log. */
const OBJECTS: Readonly<Record<string, Text>> = {
  account: text('账号', 'Login'),
  address: text('地址', 'Address'),
  apiGrant: text('下级API授权', 'API grant'),
  apiKey: text('API密钥', 'API key'),
  apiScopeSet: text('API权限模板', 'API template'),
  card: text('卡', 'Card'),
  cardSet: text('号码集', 'Card set'),
  cardScope: text('号段', 'Number segment'),
  carrierAccount: nouns.carrierAccount,
  carrierFamily: nouns.carrier,
  codeNumber: text('码号', 'Code number'),
  communicationPlan: nouns.communicationPlan,
  country: nouns.country,
  customer: nouns.customer,
  customerSetting: text('业务设置', 'Customer setting'),
  dashboard: text('首页布局', 'Dashboard'),
  dictionary: text('数据字典', 'Dictionary'),
  download: text('下载文件', 'Download'),
  engine: nouns.engine,
  enginePrice: text('引擎客户价', 'Engine price'),
  engineSubscription: text('引擎订阅', 'Engine subscription'),
  errorEntry: text('错误记录', 'Error'),
  esimCard: text('eSIM卡', 'eSIM card'),
  esimImport: text('eSIM导入批次', 'eSIM import'),
  flowSpec: text('流量规格', 'Data specification'),
  periodSpec: text('周期规格', 'Period specification'),
  voiceSpec: text('语音规格', 'Voice specification'),
  guide: text('操作指引', 'Guide'),
  identityProvider: nouns.identityProvider,
  importBatch: nouns.importBatch,
  limitStrategy: text('限速策略', 'Speed-limit strategy'),
  menuEntry: text('菜单项', 'Menu entry'),
  menuSet: text('菜单方案', 'Menu set'),
  mobileNetwork: text('运营商网络', 'Mobile network'),
  numberingStrategy: text('写号策略', 'Numbering strategy'),
  notice: text('通知', 'Notice'),
  noticeKind: text('通知类型', 'Notice kind'),
  noticePicture: text('通知图片', 'Notice picture'),
  platformSettings: text('平台设置', 'Platform settings'),
  openInterface: text('开放接口', 'Open interface'),
  order: text('套餐订单', 'Package order'),
  product: nouns.product,
  package: nouns.package,
  packageDistribution: text('套餐分配', 'Package distribution'),
  productDistribution: text('产品分配', 'Product distribution'),
  recharge: text('充值单', 'Recharge'),
  region: text('地区', 'Region'),
  role: nouns.role,
  session: text('登录会话', 'Session'),
  tag: text('标签', 'Tag'),
  task: nouns.task,
};

/** Every kind with its name. */
export const OPERATION_OBJECTS = Object.entries(OBJECTS).map(([kind, label]) => ({ kind, label }));

/** The name of a kind; undefined for an unnamed one. */
export const operationObject = (kind: string): Text | undefined => OBJECTS[kind];
