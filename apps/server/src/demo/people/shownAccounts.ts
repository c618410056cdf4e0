import { text } from '@cardinal/primitives/text.ts';

export const DEMO_PASSWORD = 'Cardinal@2026';

/** What the best known accounts of the demo show. */
const SHOWN = {
  agent: text('代理商', 'Reseller'),
  operator: text('平台运营', 'Operations'),
  admin: text('管理员，全部页面', 'Every page'),
  subagent: text('二级代理', 'Sub-reseller'),
  enterprise: text('企业客户', 'Business'),
  rival: text('另一家代理', 'Other reseller'),
  norole: text('没有角色', 'Without a role'),
  miniapp: text('小程序业务', 'Mini-apps'),
};

export const demoAccounts = () => ({
  password: DEMO_PASSWORD,
  accounts: Object.entries(SHOWN).map(([account, words]) => ({ account, ...words })),
});
