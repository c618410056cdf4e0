import { domain } from '../../framework/domain.ts';
import { poolFigure, silentFigure, stockFigure } from './figures/cardFigures.ts';
import { failingFigure, lagFigure, unconfirmedFigure } from './figures/carrierFigures.ts';
import { balanceFigure, creditFigure, spendableFigure } from './figures/moneyFigures.ts';
import { warningMetrics } from './judging/metrics.ts';
import { routes } from './routes.ts';
import { warningTables } from './warningTables.ts';
import { watchJob } from './watching/watchJob.ts';

export const earlyWarningsDomain = domain({
  name: 'earlyWarnings',
  needs: ['customers', 'identity', 'carriers', 'ledger', 'cards', 'cardCommands', 'pools', 'flowPools'],
  tables: warningTables,
  routes,
  jobs: [watchJob],
  contributes: [
    warningMetrics.with(
      balanceFigure,
      spendableFigure,
      creditFigure,
      poolFigure,
      stockFigure,
      silentFigure,
      failingFigure,
      lagFigure,
      unconfirmedFigure,
    ),
  ],
});
