import * as entries from '@cardinal/contract/api/profitSharing/entries.ts';
import * as overview from '@cardinal/contract/api/profitSharing/overview.ts';
import { readProfitReport } from '@cardinal/contract/api/profitSharing/report.ts';
import * as rules from '@cardinal/contract/api/profitSharing/rules.ts';
import { bind, bindList, type Route } from '../../framework/domain.ts';
import { releaseEarly } from './entries/releaseEarly.ts';
import { entryDataset } from './reading/entryList.ts';
import { readOverview } from './reading/overview.ts';
import { readReport } from './reading/report.ts';
import { readRule, setRule } from './rules/setRule.ts';

export const routes: readonly Route[] = [
  bindList(entries.listProfitEntries, entryDataset),
  bind(entries.releaseProfitEarly, (ctx, { body }) => releaseEarly(ctx, body)),
  bind(overview.readProfitOverview, (ctx, { query }) => readOverview(ctx, query)),
  bind(readProfitReport, (ctx, { query }) => readReport(ctx, query)),
  bind(rules.readReleaseRule, (ctx, { query }) => readRule(ctx, query)),
  bind(rules.setReleaseRule, (ctx, { body }) => setRule(ctx, body)),
];
