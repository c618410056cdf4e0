import { listApiCalls } from '@cardinal/contract/api/openApi/calls.ts';
import * as catalogue from '@cardinal/contract/api/openApi/catalogue.ts';
import { readApiDoc, readApiDocInterface } from '@cardinal/contract/api/openApi/documentation.ts';
import { listApiGrants, setApiGrant as setEndpoint } from '@cardinal/contract/api/openApi/grants.ts';
import * as keys from '@cardinal/contract/api/openApi/keys.ts';
import * as sets from '@cardinal/contract/api/openApi/scopeSets.ts';
import { bind, bindList, type Route } from '../../framework/domain.ts';
import { callDataset } from './callList.ts';
import { apiDoc, apiDocInterface } from './documentation.ts';
import { deprecateOpenInterface, editOpenInterface, reviveOpenInterface } from './editInterfaces.ts';
import { createApiKey, disableApiKey, editApiKey, rotateApiKey } from './editKeys.ts';
import { grantDataset, setApiGrant } from './grants.ts';
import { openInterfaceDetail } from './interfaceDetail.ts';
import { interfaceDataset } from './interfaceList.ts';
import { keyDataset } from './keyList.ts';
import { scopeSetOptions, scopeSetRoutes } from './scopeSets.ts';
import { sinceRotation } from './sinceRotation.ts';

export const routes: readonly Route[] = [
  bindList(keys.listApiKeys, keyDataset),
  bind(keys.createApiKey, (ctx, { body }) => createApiKey(ctx, body)),
  bind(keys.editApiKey, (ctx, { body }) => editApiKey(ctx, body)),
  bind(keys.rotateApiKey, (ctx, { body }) => rotateApiKey(ctx, body)),
  bind(keys.readSinceRotation, (ctx, { query }) => sinceRotation(ctx, query.id)),
  bind(keys.disableApiKey, (ctx, { body }) => disableApiKey(ctx, body.id)),
  ...scopeSetRoutes,
  bind(sets.scopeSetOptions, (ctx) => scopeSetOptions(ctx)),
  bindList(listApiGrants, grantDataset),
  bind(setEndpoint, (ctx, { body }) => setApiGrant(ctx, body)),
  bindList(listApiCalls, callDataset),
  bindList(catalogue.listOpenInterfaces, interfaceDataset),
  bind(catalogue.readOpenInterface, (ctx, { query }) => openInterfaceDetail(ctx, query)),
  bind(catalogue.editOpenInterface, (ctx, { body }) => editOpenInterface(ctx, body)),
  bind(catalogue.deprecateOpenInterface, (ctx, { body }) => deprecateOpenInterface(ctx, body)),
  bind(catalogue.reviveOpenInterface, (ctx, { body }) => reviveOpenInterface(ctx, body)),
  bind(readApiDoc, (ctx) => apiDoc(ctx)),
  bind(readApiDocInterface, (ctx, { query }) => apiDocInterface(ctx, query)),
];
