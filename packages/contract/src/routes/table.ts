import { type Screen, screen } from './declare.ts';
import { apiDoc } from './sections/apiDoc.ts';
import { billSettlement } from './sections/billSettlement.ts';
import { cardsManagement } from './sections/cardsManagement.ts';
import { customQichong } from './sections/customQichong.ts';
import { esimManagement } from './sections/esimManagement.ts';
import { flowPoolManagement } from './sections/flowPoolManagement.ts';
import { invoiceManagement } from './sections/invoiceManagement.ts';
import { marketingActivities } from './sections/marketingActivities.ts';
import { onlineBusiness } from './sections/onlineBusiness.ts';
import { operationManagement } from './sections/operationManagement.ts';
import { orderList } from './sections/orderList.ts';
import { packageManagement } from './sections/packageManagement.ts';
import { partner } from './sections/partner.ts';
import { permission } from './sections/permission.ts';
import { poolManagement } from './sections/poolManagement.ts';
import { poolManagementGj } from './sections/poolManagementGj.ts';
import { product } from './sections/product.ts';
import { readonlyCard } from './sections/readonlyCard.ts';
import { reportQuery } from './sections/reportQuery.ts';
import { smsService } from './sections/SMSService.ts';
import { shareBenefit } from './sections/shareBenefit.ts';
import { system } from './sections/system.ts';
import { taskManagement } from './sections/taskManagement.ts';
import { userManagement } from './sections/userManagement.ts';
import { wxAppManagement } from './sections/wxAppManagement.ts';

/** Every section, in menu order. */
export const SECTIONS = [
  cardsManagement,
  readonlyCard,
  packageManagement,
  product,
  orderList,
  poolManagement,
  flowPoolManagement,
  poolManagementGj,
  esimManagement,
  operationManagement,
  invoiceManagement,
  onlineBusiness,
  userManagement,
  billSettlement,
  shareBenefit,
  partner,
  marketingActivities,
  smsService,
  customQichong,
  wxAppManagement,
  reportQuery,
  taskManagement,
  apiDoc,
  permission,
  system,
] as const;

/** Routes outside the sections. `/login` and `/test` need no login. */
export const TOP_SCREENS = [
  screen('/login', '登录', 'Login', 'form', 'Session', undefined, { isHidden: true }),
  screen('/test', '环境自检', 'Self check', 'doc', '', undefined, { isHidden: true }),
  screen('/', '布局', 'Shell', 'dashboard', '', undefined, { isHidden: true }),
  screen('/dashboard', '首页', 'Dashboard', 'dashboard', 'DashboardCard', undefined),
  screen('/404', '页面不存在', 'Page not found', 'doc', '', undefined, { isHidden: true }),
  screen('/changePassword/changePassword', '修改密码', 'Change password', 'form', 'Account', undefined, {
    isHidden: true,
  }),
] as const;

type SectionScreen = (typeof SECTIONS)[number]['screens'][number];
/** The address of every route of the console, parameters as `:name`. */
export type RoutePath = SectionScreen['path'] | (typeof TOP_SCREENS)[number]['path'];
/** The identifiers that open routes. */
export type RoutePermission = NonNullable<SectionScreen['permission']>;

export type Route = Screen<RoutePath, RoutePermission | undefined>;

/** All 259 routes. */
export const ROUTES: readonly Route[] = [
  ...TOP_SCREENS,
  ...SECTIONS.flatMap(({ screens }): readonly Route[] => screens),
];

export const OPEN_WITHOUT_LOGIN: readonly RoutePath[] = ['/login', '/test'];
