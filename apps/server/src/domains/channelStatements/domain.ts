import { domain, reaction } from '../../framework/domain.ts';
import { orderFinished } from '../orders/events.ts';
import { orderEnded } from './deciding/hearOrder.ts';
import { statementJobs } from './importing/statementKind.ts';
import { routes } from './routes.ts';
import { statementTables } from './statementTables.ts';

export const channelStatementsDomain = domain({
  name: 'channelStatements',
  needs: ['customers', 'sheetImports', 'cards', 'orders', 'groupBuys'],
  tables: statementTables,
  routes,
  jobs: statementJobs,
  reactions: [reaction(orderFinished, 'channelStatements.ended', orderEnded)],
});
