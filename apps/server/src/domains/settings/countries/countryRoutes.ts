import * as api from '@cardinal/contract/api/settings/countries.ts';
import { bind, bindList, type Route } from '../../../framework/domain.ts';
import { divisionOf, provinces } from '../../../places/divisions.ts';
import { countryDataset, countryOptions } from './countryList.ts';
import { editCountry, enableCountry, restoreCountry } from './editCountry.ts';
import { addRegion, editRegion, regionDataset, regionVersions, retireRegion } from './regions.ts';

const divisionsUnder = (code: string | undefined) =>
  (code ? (divisionOf(code)?.children ?? []) : provinces).map(({ code, name, children }) => ({
    code,
    name,
    isLeaf: children.length === 0,
    below: children.length,
  }));

export const countryRoutes: readonly Route[] = [
  bindList(api.listCountries, countryDataset),
  bind(api.countryOptions, (ctx) => countryOptions(ctx)),
  bind(api.editCountry, (ctx, { body }) => editCountry(ctx, body)),
  bind(api.enableCountry, (ctx, { body }) => enableCountry(ctx, body)),
  bind(api.restoreCountry, (ctx, { body }) => restoreCountry(ctx, body.code)),
  bindList(api.listRegions, regionDataset),
  bind(api.listRegionVersions, (ctx, { query }) => regionVersions(ctx, query.regionId)),
  bind(api.addRegion, (ctx, { body }) => addRegion(ctx, body)),
  bind(api.editRegion, (ctx, { body }) => editRegion(ctx, body)),
  bind(api.retireRegion, (ctx, { body }) => retireRegion(ctx, body)),
  bind(api.listDivisions, async (_, { query }) => divisionsUnder(query.under)),
];
