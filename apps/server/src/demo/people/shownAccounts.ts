import { text } from '@cardinal/primitives/text.ts';

export const DEMO_PASSWORD = 'Cardinal@2026';

/** What the best known accounts of the demo show. */
const SHOWN = {
  agent: text('代理商：卡、下级客户与产品', 'Reseller: cards, customers below, products'),
  operator: text('平台运营：日常操作', 'Platform operations: the daily work'),
  admin: text('系统管理员：全部页面', 'Administrator: every page'),
  subagent: text('二级代理：只见自己的部分', 'Second-level reseller: only its own part'),
  enterprise: text('企业客户：自己的卡', 'Enterprise: its own cards'),
  rival: text('另一家代理：数据互不可见', 'Another reseller: neither sees the other'),
  norole: text('没有角色的账号', 'An account without a role'),
  miniapp: text('小程序业务的首页', 'The dashboard of the mini-app business'),
};

export const demoAccounts = () => ({
  password: DEMO_PASSWORD,
  accounts: Object.entries(SHOWN).map(([account, words]) => ({ account, ...words })),
});
