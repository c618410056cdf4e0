import * as contracts from '@cardinal/contract/api/autoRenewals/contracts.ts';
import * as endUsers from '@cardinal/contract/api/autoRenewals/endUserRenewals.ts';
import * as offers from '@cardinal/contract/api/autoRenewals/offers.ts';
import * as templates from '@cardinal/contract/api/autoRenewals/templates.ts';
import { bind, bindList, type Route } from '../../framework/domain.ts';
import { cancelContract, chargeNow, skipCharge } from './charging/decideCharge.ts';
import { beginContract, endOwnContract } from './contracts/beginContract.ts';
import { addOffer, deleteOffer, editOffer, enableOffer, readOfferChoices } from './offers/editOffers.ts';
import { contractDataset, readContract } from './reading/contractList.ts';
import { followContract, readRenewals } from './reading/endUserReads.ts';
import { offerDataset } from './reading/offerList.ts';
import { templateDataset } from './reading/templateList.ts';
import {
  addTemplate,
  deleteTemplate,
  editTemplate,
  enableTemplate,
  readTemplateChoices,
} from './templates/editTemplates.ts';

export const routes: readonly Route[] = [
  bindList(templates.listTemplates, templateDataset),
  bind(templates.addTemplate, (ctx, { body }) => addTemplate(ctx, body)),
  bind(templates.editTemplate, (ctx, { body }) => editTemplate(ctx, body)),
  bind(templates.enableTemplate, (ctx, { body }) => enableTemplate(ctx, body)),
  bind(templates.deleteTemplate, (ctx, { body }) => deleteTemplate(ctx, body)),
  bind(templates.readTemplateChoices, (ctx) => readTemplateChoices(ctx)),
  bindList(offers.listOffers, offerDataset),
  bind(offers.addOffer, (ctx, { body }) => addOffer(ctx, body)),
  bind(offers.editOffer, (ctx, { body }) => editOffer(ctx, body)),
  bind(offers.enableOffer, (ctx, { body }) => enableOffer(ctx, body)),
  bind(offers.deleteOffer, (ctx, { body }) => deleteOffer(ctx, body)),
  bind(offers.readOfferChoices, (ctx) => readOfferChoices(ctx)),
  bindList(contracts.listContracts, contractDataset),
  bind(contracts.readContract, (ctx, { query }) => readContract(ctx, query)),
  bind(contracts.cancelContract, (ctx, { body }) => cancelContract(ctx, body)),
  bind(contracts.chargeContract, (ctx, { body }) => chargeNow(ctx, body)),
  bind(contracts.skipCharge, (ctx, { body }) => skipCharge(ctx, body)),
  bind(endUsers.readRenewals, (ctx, { query }) => readRenewals(ctx, query)),
  bind(endUsers.beginContract, (ctx, { body }) => beginContract(ctx, body)),
  bind(endUsers.followContract, (ctx, { body }) => followContract(ctx, body), { transaction: 'none' }),
  bind(endUsers.endOwnContract, (ctx, { body }) => endOwnContract(ctx, body)),
];
