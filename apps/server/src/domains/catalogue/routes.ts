import * as distributions from '@cardinal/contract/api/catalogue/productDistributions.ts';
import * as products from '@cardinal/contract/api/catalogue/products.ts';
import { bind, bindList, type Route } from '../../framework/domain.ts';
import { copyDistributions, distributeProducts, editDistributionPrice } from './distribution/distributeProducts.ts';
import { distributionDataset } from './distribution/distributionList.ts';
import { readMatrix } from './distribution/readMatrix.ts';
import { previewRecall, readDistributionTree, recallProduct } from './distribution/recallProduct.ts';
import { productDataset } from './products/productList.ts';
import { productOptions, readProduct, readProductVersions } from './products/readProduct.ts';
import { deleteProduct, shelveProduct } from './products/shelveProduct.ts';
import { copyProduct, createProduct, editProduct } from './products/writeProduct.ts';

export const routes: readonly Route[] = [
  bindList(products.listProducts, productDataset),
  bind(products.readProduct, (ctx, { query }) => readProduct(ctx, query)),
  bind(products.productOptions, (ctx, { query }) => productOptions(ctx, query)),
  bind(products.readProductVersions, (ctx, { query }) => readProductVersions(ctx, query)),
  bind(products.createProduct, (ctx, { body }) => createProduct(ctx, body)),
  bind(products.editProduct, (ctx, { body }) => editProduct(ctx, body)),
  bind(products.copyProduct, (ctx, { body }) => copyProduct(ctx, body)),
  bind(products.shelveProduct, (ctx, { body }) => shelveProduct(ctx, body)),
  bind(products.deleteProduct, (ctx, { body }) => deleteProduct(ctx, body)),
  bindList(distributions.listDistributions, distributionDataset),
  bind(distributions.readDistributionMatrix, (ctx, { query }) => readMatrix(ctx, query)),
  bind(distributions.readDistributionTree, (ctx, { query }) => readDistributionTree(ctx, query)),
  bind(distributions.distributeProducts, (ctx, { body }) => distributeProducts(ctx, body)),
  bind(distributions.editDistributionPrice, (ctx, { body }) => editDistributionPrice(ctx, body)),
  bind(distributions.previewRecall, (ctx, { query }) => previewRecall(ctx, query)),
  bind(distributions.recallProduct, (ctx, { body }) => recallProduct(ctx, body)),
  bind(distributions.copyDistributions, (ctx, { body }) => copyDistributions(ctx, body)),
];
