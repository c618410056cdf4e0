import { text } from '@cardinal/primitives/text.ts';
import type { Explanations } from '../../shell/help/explanation.ts';

export default {
  '/product/production': {
    purpose: text(
      '维护卡的产品：通道、卡类型、通信计划、限制和价格。',
      'Maintains what cards are sold as: carrier account, kind of card, communication plan, limits and prices.',
    ),
    terms: ['product', 'variant', 'shelf', 'reservePrice'],
    figures: text(
      '卡数约每分钟更新；标为待完善的产品缺少上架所需的内容。',
      'Numbers of cards are about a minute old. An incomplete product lacks something that publishing needs.',
    ),
    tasks: [
      text('新增产品，补全缺口后上架。', 'Add a product, fill its gaps and publish it.'),
      text('编辑会产生新版本，已有的卡保留原版本。', 'An edit makes a new version; existing cards keep theirs.'),
      text('在上级下发的产品上建立自有产品。', 'Make a variant of a product you were given.'),
    ],
    manual: 'products',
  },
  '/product/proDistribute': {
    purpose: text(
      '把产品下发给直接下级客户，并设定他们的结算价。',
      'Gives products to direct child customers and sets their reserve prices.',
    ),
    terms: ['distribution', 'matrix', 'reservePrice', 'margin'],
    figures: text(
      '矩阵中一格是一个客户对一个产品；结算价不得低于您自己的结算价。',
      'A cell of the matrix is one customer and one product. A price is never below your own reserve price.',
    ),
    tasks: [
      text(
        '在矩阵中选择空格，填写价格后下发。',
        'Pick an empty cell of the matrix, enter a price and give the product.',
      ),
      text(
        '调价或收回；已有的卡不受影响。',
        'Change prices or take a product back; existing cards keep what they have.',
      ),
    ],
    manual: 'products',
  },
} satisfies Explanations;
