import { auditDomain } from './domains/audit/domain.ts';
import { recordFault, recordOperation } from './domains/audit/face.ts';
import { autoRenewalsDomain } from './domains/autoRenewals/domain.ts';
import { cardAllocationsDomain } from './domains/cardAllocations/domain.ts';
import { cardBatchesDomain } from './domains/cardBatches/domain.ts';
import { cardCommandsDomain } from './domains/cardCommands/domain.ts';
import { cardImportsDomain } from './domains/cardImports/domain.ts';
import { cardLookupsDomain } from './domains/cardLookups/domain.ts';
import { cardRechargesDomain } from './domains/cardRecharges/domain.ts';
import { cardsDomain } from './domains/cards/domain.ts';
import { cardViewsDomain } from './domains/cardViews/domain.ts';
import { carrierAdaptersDomain } from './domains/carrierAdapters/domain.ts';
import { carrierSyncDomain } from './domains/carrierSync/domain.ts';
import { carriersDomain } from './domains/carriers/domain.ts';
import { cashOutsDomain } from './domains/cashOuts/domain.ts';
import { catalogueDomain } from './domains/catalogue/domain.ts';
import { channelStatementsDomain } from './domains/channelStatements/domain.ts';
import { controlDomain } from './domains/control/domain.ts';
import { customerAccountsDomain } from './domains/customerAccounts/domain.ts';
import { customerEventsDomain } from './domains/customerEvents/domain.ts';
import { customersDomain } from './domains/customers/domain.ts';
import { dayReturnsDomain } from './domains/dayReturns/domain.ts';
import { deductionsDomain } from './domains/deductions/domain.ts';
import { earlyWarningsDomain } from './domains/earlyWarnings/domain.ts';
import { enginesDomain } from './domains/engines/domain.ts';
import { esimDomain } from './domains/esim/domain.ts';
import { esimOperationsDomain } from './domains/esimOperations/domain.ts';
import { externalPackagesDomain } from './domains/externalPackages/domain.ts';
import { flowControlDomain } from './domains/flowControl/domain.ts';
import { flowPoolsDomain } from './domains/flowPools/domain.ts';
import { groupBuysDomain } from './domains/groupBuys/domain.ts';
import { identityDomain } from './domains/identity/domain.ts';
import { authenticate, callersOf } from './domains/identity/face.ts';
import { ledgerDomain } from './domains/ledger/domain.ts';
import { meteringDomain } from './domains/metering/domain.ts';
import { miniProgramsDomain } from './domains/miniPrograms/domain.ts';
import { noticesDomain } from './domains/notices/domain.ts';
import { openApiDomain } from './domains/openApi/domain.ts';
import { operationStrategiesDomain } from './domains/operationStrategies/domain.ts';
import { ordersDomain } from './domains/orders/domain.ts';
import { packageSharesDomain } from './domains/packageShares/domain.ts';
import { packagesDomain } from './domains/packages/domain.ts';
import { paymentProvidersDomain } from './domains/paymentProviders/domain.ts';
import { paymentsDomain } from './domains/payments/domain.ts';
import { poolMonitorDomain } from './domains/poolMonitor/domain.ts';
import { poolsDomain } from './domains/pools/domain.ts';
import { profitSharingDomain } from './domains/profitSharing/domain.ts';
import { providerAdaptersDomain } from './domains/providerAdapters/domain.ts';
import { publicAccountsDomain } from './domains/publicAccounts/domain.ts';
import { authenticateEndUser } from './domains/publicAccounts/face.ts';
import { pushesDomain } from './domains/pushes/domain.ts';
import { renewalsDomain } from './domains/renewals/domain.ts';
import { reportsDomain } from './domains/reports/domain.ts';
import { retailOrdersDomain } from './domains/retailOrders/domain.ts';
import { settingsDomain } from './domains/settings/domain.ts';
import { setupDomain } from './domains/setup/domain.ts';
import { sheetImportsDomain } from './domains/sheetImports/domain.ts';
import { singleSignOnDomain } from './domains/singleSignOn/domain.ts';
import { speedLimitsDomain } from './domains/speedLimits/domain.ts';
import { splitOrdersDomain } from './domains/splitOrders/domain.ts';
import { statementsDomain } from './domains/statements/domain.ts';
import { stoppedCardsDomain } from './domains/stoppedCards/domain.ts';
import { subAccountsDomain } from './domains/subAccounts/domain.ts';
import { tasksDomain } from './domains/tasks/domain.ts';
import { usageDomain } from './domains/usage/domain.ts';
import { usageRemindersDomain } from './domains/usageReminders/domain.ts';
import type { Hooks } from './framework/app.ts';
import type { Domain } from './framework/domain.ts';

/** All rooms in dependency order: a room calls only those before it, and may subscribe to events of any. */
export const DOMAINS: readonly Domain[] = [
  customersDomain,
  customerEventsDomain,
  identityDomain,
  singleSignOnDomain,
  settingsDomain,
  auditDomain,
  tasksDomain,
  carrierAdaptersDomain,
  carriersDomain,
  ledgerDomain,
  providerAdaptersDomain,
  paymentProvidersDomain,
  paymentsDomain,
  subAccountsDomain,
  customerAccountsDomain,
  catalogueDomain,
  sheetImportsDomain,
  packagesDomain,
  controlDomain,
  enginesDomain,
  cardsDomain,
  cardCommandsDomain,
  cardBatchesDomain,
  carrierSyncDomain,
  cardImportsDomain,
  cardLookupsDomain,
  cardViewsDomain,
  stoppedCardsDomain,
  esimDomain,
  esimOperationsDomain,
  usageDomain,
  publicAccountsDomain,
  ordersDomain,
  cardAllocationsDomain,
  poolsDomain,
  meteringDomain,
  flowPoolsDomain,
  poolMonitorDomain,
  speedLimitsDomain,
  flowControlDomain,
  deductionsDomain,
  operationStrategiesDomain,
  renewalsDomain,
  usageRemindersDomain,
  earlyWarningsDomain,
  profitSharingDomain,
  splitOrdersDomain,
  packageSharesDomain,
  groupBuysDomain,
  channelStatementsDomain,
  miniProgramsDomain,
  externalPackagesDomain,
  retailOrdersDomain,
  autoRenewalsDomain,
  cardRechargesDomain,
  cashOutsDomain,
  statementsDomain,
  dayReturnsDomain,
  pushesDomain,
  noticesDomain,
  reportsDomain,
  openApiDomain,
  setupDomain,
];

/** The hooks that rooms provide to the framework. */
export const HOOKS: Hooks = { authenticate, authenticateEndUser, callersOf, recordOperation, recordFault };
