import { domain } from '../../framework/domain.ts';
import { measures } from '../../framework/measures.ts';
import { moveWitnesses } from '../customers/face.ts';
import { checkAge, checkJob, findingCount } from './checkLedger.ts';
import { closeDaysJob } from './dailyStatements.ts';
import { foldJob } from './foldPostings.ts';
import { ledgerTables } from './ledgerTables.ts';
import { creditWitness } from './moveWitness.ts';

export const ledgerDomain = domain({
  name: 'ledger',
  needs: ['customers'],
  tables: ledgerTables,
  jobs: [foldJob, closeDaysJob, checkJob],
  partitions: [{ table: 'ledger.posting', isAppendOnly: true }],
  contributes: [moveWitnesses.with(creditWitness), measures.with(checkAge, findingCount)],
});
