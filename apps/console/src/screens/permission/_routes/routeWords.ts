import { text } from '@cardinal/primitives/text.ts';

/** What is said of routes in more than one file of the screen. */
export const routeWords = {
  add: text('新增收款账户', 'Add collecting account'),
  addMerchant: text('新增收款商户', 'Add merchant to a route'),
  try: text('试算收款账户', 'Try a payment'),
  hole: text('没有账户收款', 'No account collects'),
  levelAbove: text('上级', 'Level above'),
};
