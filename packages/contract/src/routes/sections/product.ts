import { screen, section } from '../declare.ts';

export const product = section('/product', '产品管理', 'Products', { icon: 'TagsOutlined', redirect: 'production' }, [
  screen('production', '产品列表', 'Products', 'list', 'Product', 'production.view'),
  screen('proDistribute', '产品下发', 'Product distribution', 'list', 'ProductDistribution', 'proDistribute.view'),
]);
