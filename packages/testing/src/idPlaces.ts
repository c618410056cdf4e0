import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import { schemaOf } from '@cardinal/server/framework/openapi.ts';
import type { IdKind } from './idKinds.ts';
import { RULE_PLACES } from './idPlacesOfRules.ts';
import type { Objects } from './objects.ts';

type Json = { readonly [key: string]: unknown };
/** A key of an object, with what makes the object the variant that has it; or any entry of an array. */
type Step = { readonly key: string; readonly variant: Json } | 'each';
/** Where an operation takes an id. */
export type IdPlace = { readonly key: string; readonly path: string; readonly steps: readonly Step[] };
export type Input = { readonly params?: Json; readonly query?: Json; readonly body?: unknown };

const ID = '^[1-9][0-9]{0,18}$';
/** Texts that name one thing of somebody as an id does. */
const NAMES_A_THING = /(^|[a-z])(ids?|iccids?|eids?|paths?|tickets?|cursors?|nos?|numbers?|appkeys?)$/i;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every place of an operation where its schema takes an id or a number that names one thing. */
export function idPlaces(endpoint: Endpoint): IdPlace[] {
  const found = new Map<string, IdPlace>();
  const walk = (schema: Json, root: Json, key: string, steps: readonly Step[], through: readonly string[]): void => {
    const { $ref, pattern, type, properties, items } = schema as {
      $ref?: string;
      pattern?: string;
      type?: string;
      properties?: Record<string, Json>;
      items?: Json;
    };
    // A schema that contains itself has the same places at every depth.
    if ($ref && !through.includes($ref)) {
      const name = $ref.split('/').at(-1) ?? '';
      walk((root.$defs as Record<string, Json>)[name] as Json, root, key, steps, [...through, $ref]);
    }
    if (pattern === ID || (type === 'string' && !schema.enum && !('const' in schema) && NAMES_A_THING.test(key))) {
      const path = steps.map((step) => (step === 'each' ? '[]' : step.key)).join('.');
      found.set(path, { key, path, steps });
    }
    for (const variants of [schema.anyOf, schema.oneOf, schema.allOf])
      for (const variant of (variants ?? []) as Json[]) walk(variant, root, key, steps, through);
    if (items) walk(items, root, key, [...steps, 'each'], through);
    const variant = Object.fromEntries(
      Object.entries(properties ?? {}).flatMap(([name, of]) => ('const' in of ? [[name, of.const]] : [])),
    );
    for (const [name, of] of Object.entries(properties ?? {}))
      walk(of, root, name, [...steps, { key: name, variant }], through);
  };
  for (const part of ['params', 'query', 'body'] as const) {
    const schema: Json = schemaOf(endpoint[part], 'input');
    walk(schema, schema, '', [{ key: part, variant: {} }], []);
  }
  return [...found.values()];
}

/** The input with the id at this place; the rest of it stays as it is. */
export function put<T>(input: T, [step, ...rest]: readonly Step[], id: string): T {
  if (step === undefined) return id as T;
  if (step === 'each') {
    const entries = Array.isArray(input) && input.length > 0 && rest.length > 0 ? input : [undefined];
    return entries.map((entry) => put(entry, rest, id)) as T;
  }
  const before: Json = isObject(input) ? input : {};
  const isVariant = Object.entries(step.variant).every(([name, value]) => before[name] === value);
  return { ...(isVariant ? before : step.variant), [step.key]: put(before[step.key], rest, id) } as T;
}

export function isIn(input: unknown, [step, ...rest]: readonly Step[]): boolean {
  if (step === undefined) return input !== undefined && input !== null;
  if (step === 'each') return Array.isArray(input) && input.some((entry) => isIn(entry, rest));
  return (
    isObject(input) &&
    Object.entries(step.variant).every(([name, value]) => input[name] === value) &&
    isIn(input[step.key], rest)
  );
}

/** What belongs to no customer: everybody who may use the operation may name it. */
type NobodysOwn = 'shared';
/** What names nothing that is stored under it: a number to come, a text to look for, another host's word. */
type Text = 'text';
export type PlaceKind = IdKind | NobodysOwn | Text;

/** By operation and key, by room and key, or by key alone; the first that is there counts. */
const KIND_OF: Readonly<Record<string, PlaceKind>> = {
  customerId: 'customer',
  customerIds: 'customer',
  dataScopeCustomerIds: 'customer',
  distributedTo: 'customer',
  ownerId: 'customer',
  parentId: 'customer',
  subscriber: 'customer',
  targetCustomerId: 'customer',
  templateCustomerId: 'customer',
  under: 'customer',
  underCustomerId: 'customer',
  usedBy: 'customer',
  'customers.id': 'customer',
  'customers.ids': 'customer',
  'positions.consents.id': 'customer',
  specialDashboardCustomerId: 'shared',
  accountId: 'account',
  accountIds: 'account',
  handOverTo: 'account',
  'accounts.id': 'account',
  'roles.assign.add': 'account',
  'roles.assign.remove': 'account',
  roleId: 'role',
  roleIds: 'role',
  'roles.id': 'role',
  sessionIds: 'session',
  addressId: 'address',
  'menuSets.id': 'menuSet',
  'menuSets.setId': 'menuSet',
  'singleSignOn.id': 'identityProvider',
  cardId: 'card',
  cardIds: 'card',
  'cards.id': 'card',
  'cards.ids': 'card',
  'readonlyCards.id': 'card',
  'stoppedCards.ids': 'card',
  'cardSelection.preview.ids': 'card',
  iccid: 'iccid',
  iccids: 'iccid',
  numbers: 'iccid',
  startIccid: 'iccid',
  businessNumber: 'businessNumber',
  mappingNumber: 'mappingNumber',
  'cardEvents.previewRetry.id': 'cardEvent',
  'cardEvents.list.under': 'cardEvent',
  fromId: 'tag',
  intoId: 'tag',
  tagId: 'tag',
  tagIds: 'tag',
  tags: 'tag',
  tagsAll: 'tag',
  tagsNone: 'tag',
  'tags.id': 'tag',
  parentTaskId: 'task',
  taskId: 'task',
  unknownOf: 'task',
  'tasks.id': 'task',
  'balanceClearing.id': 'task',
  taskNo: 'taskNo',
  downloadId: 'download',
  downloadNo: 'downloadNo',
  'downloads.byPath.path': 'downloadPath',
  carrierAccountId: 'carrierAccount',
  smdpAccountId: 'carrierAccount',
  through: 'carrierAccount',
  throughId: 'carrierAccount',
  toAccountId: 'carrierAccount',
  'carrierAccounts.accountId': 'carrierAccount',
  'carrierAccounts.id': 'carrierAccount',
  'carrierAccounts.decide.ids': 'difference',
  'carrierAccounts.importUnmatchedCards.ids': 'unmatchedCard',
  'carrierAccounts.closeUnmatchedCards.ids': 'unmatchedCard',
  'imports.pull.ids': 'unmatchedCard',
  'communicationPlans.id': 'communicationPlan',
  batchId: 'import',
  importBatchId: 'import',
  'customerAccounts.accountId': 'ledgerAccount',
  'consumptionRecords.transactionId': 'transaction',
  'consumptionRecords.businessNo': 'transactionNo',
  'codeNumbers.importBatchId': 'numberImport',
  'esimCards.importBatchId': 'esimImport',
  batchNo: 'batchNo',
  'codeNumberImports.batchNo': 'esimBatchNo',
  'esimCardImports.batchNo': 'esimBatchNo',
  baseId: 'product',
  productId: 'product',
  'products.id': 'product',
  'productDistributions.id': 'distribution',
  packageId: 'package',
  packageIds: 'package',
  basePackageId: 'package',
  'virtualPackages.id': 'virtualPackage',
  'virtualPackages.ids': 'virtualPackage',
  'customPackages.id': 'customPackage',
  'customPackages.ids': 'customPackage',
  'systemPackages.id': 'package',
  'systemPackages.ids': 'package',
  'packages.ids': 'package',
  payerId: 'customer',
  'packageDistributions.id': 'packageDistribution',
  'heldPackages.id': 'packageDistribution',
  'packageShares.id': 'packageShare',
  'groupBuyOffers.id': 'groupBuyOffer',
  offerId: 'groupBuyOffer',
  offerNo: 'groupBuyOfferNo',
  'codeBatches.batchId': 'codeBatch',
  'codeBatches.batchNo': 'codeBatchNo',
  'redeemCodes.batchId': 'codeBatch',
  'redeemCodes.batchNo': 'codeBatchNo',
  'channelOrders.batchNo': 'codeBatchNo',
  channelStatementId: 'channelStatement',
  'channelStatements.batchNo': 'channelStatementNo',
  'channelDifferences.ids': 'channelDifference',
  'channelDifferences.number': 'channelDifferenceNo',
  'open.codeBatch.batchNo': 'codeBatchNo',
  'open.takeCodes.batchNo': 'codeBatchNo',
  'open.voidCodes.batchNo': 'codeBatchNo',
  codeIds: 'redeemCode',
  codeNo: 'redeemCodeNo',
  codeNos: 'redeemCodeNo',
  // Of the shop.
  theirOrderNo: 'text',
  'packageOrders.id': 'packageOrder',
  orderId: 'packageOrder',
  orderNo: 'packageOrderNo',
  outOrderNo: 'outOrderNo',
  buyerId: 'customer',
  'profitEntries.release.ids': 'profitEntry',
  'cardWallets.read.number': 'iccid',
  'cardWallets.reverse.id': 'cardRecharge',
  'engineSubscriptions.id': 'subscription',
  segmentId: 'segment',
  'cardScopes.id': 'segment',
  cardSetId: 'cardSet',
  setId: 'cardSet',
  'cardSets.id': 'cardSet',
  previewId: 'preview',
  fileId: 'selectionFile',
  'onlineLookups.read.id': 'lookup',
  keyId: 'apiKey',
  'apiKeys.id': 'apiKey',
  appKey: 'appKey',
  scopeSetId: 'scopeSet',
  'apiScopeSets.id': 'scopeSet',
  eid: 'eid',
  eids: 'eid',
  numberId: 'codeNumber',
  numberIds: 'codeNumber',
  priceSheetId: 'priceSheet',
  esimBatchId: 'esimImport',
  'codeNumberImports.esimBatchId': 'numberImport',
  strategyId: 'strategy',
  'limitStrategies.id': 'limitStrategy',
  limitStrategyId: 'limitStrategy',
  'flowStrategies.id': 'flowStrategy',
  'flowStrategies.strategyId': 'flowStrategy',
  'flowStrategyPackages.id': 'flowPackage',
  'flowStrategyPackages.strategyId': 'flowStrategy',
  'displayStrategies.id': 'displayStrategy',
  'speedLimits.id': 'speedLimit',
  'pushSubscriptions.id': 'pushSubscription',
  'pushDeliveries.id': 'pushDelivery',
  'pushDeliveries.ids': 'pushDelivery',
  'pushDeliveries.subscriptionId': 'pushSubscription',
  'pushDeliveries.eventId': 'pushEvent',
  speedLimitId: 'speedLimit',
  cardNumbers: 'iccid',
  'operationStrategies.id': 'operationStrategy',
  'operationStrategies.strategyId': 'operationStrategy',
  ...RULE_PLACES,
  'renewalRules.id': 'renewalRule',
  ruleId: 'renewalRule',
  'renewalRules.listedIds': 'package',
  'renewalRules.replacementId': 'package',
  'deductionTariffs.id': 'deductionTariff',
  tariffId: 'deductionTariff',
  'deductions.id': 'deduction',
  deductionId: 'deduction',
  'deductions.transactionNo': 'deductionNo',
  'numberingStrategies.id': 'strategy',
  operationId: 'esimOperation',
  'notices.id': 'notice',
  'notices.view.id': 'receivedNotice',
  'notices.confirm.id': 'receivedNotice',
  'notices.picture.id': 'picture',
  'recharges.id': 'recharge',
  rechargeNo: 'rechargeNo',
  collectingAccountId: 'collectingAccount',
  'collectingAccounts.id': 'collectingAccount',
  'collectingAccounts.insteadOf': 'collectingAccount',
  'collectingAccounts.above': 'collectingAccount',
  'wechatMerchants.id': 'merchant',
  'aliPayMerchants.id': 'aliPayMerchant',
  'otherMerchants.id': 'otherMerchant',
  channelId: 'lianlianMerchant',
  userNo: 'subAccountNo',
  'subAccounts.id': 'subAccount',
  'profitReceivers.id': 'profitReceiver',
  'subAccounts.idNumber': 'text',
  merchantId: 'merchant',
  merchantNo: 'merchantNo',
  'payments.id': 'payment',
  'statements.id': 'payment',
  'statementDifferences.id': 'statementDifference',
  'payments.refundByHand.id': 'refund',
  'payments.confirmRefund.id': 'refund',
  'receivers.id': 'receiver',
  receiverId: 'receiver',
  'cashOuts.id': 'cashOut',
  'cashOutChecks.id': 'cashOut',
  'cashOutChecks.ids': 'cashOut',
  cashOutNo: 'cashOutNo',
  'dayReturns.id': 'dayReturn',
  'dayReturns.ids': 'dayReturn',
  providerNo: 'providerNo',
  'publicAccounts.id': 'publicAccount',
  // Of WeChat; that one is taken is said to everybody.
  'publicAccounts.appid': 'text',
  'programRoutes.id': 'programRoute',
  'programRoutes.appid': 'text',
  'programRoutes.backupId': 'merchant',
  'listings.accountId': 'publicAccount',
  'listings.id': 'listing',
  'retailOrders.accountId': 'publicAccount',
  'retailOrders.id': 'retailOrder',
  'externalSources.id': 'externalSource',
  sourceId: 'externalSource',
  'externalPackages.id': 'externalOffer',
  'renewalTemplates.id': 'renewalTemplate',
  'renewalOffers.accountId': 'publicAccount',
  'renewalOffers.id': 'renewalOffer',
  'phoneBillTiers.id': 'phoneBillTier',
  allocationId: 'allocation',
  allocationNo: 'allocationNo',
  'cardPools.id': 'cardPool',
  'cardPools.parentId': 'cardPool',
  'cardPools.ids': 'poolMember',
  poolId: 'cardPool',
  'flowPools.id': 'flowPool',
  'flowPools.poolId': 'flowPool',
  flowPoolId: 'flowPool',
  feedId: 'flowPoolFeed',
  'phoneBillTiers.accountId': 'publicAccount',
  'renewalContracts.accountId': 'publicAccount',
  'renewalContracts.id': 'renewalContract',
  ourNo: 'text',
  'renewalContracts.providerNo': 'text',
  contractNo: 'text',
  listingId: 'listing',
  // Of the provider.
  planId: 'text',
  templateId: 'renewalTemplate',
  // Those of the levels above, which collect, are for everybody below; foreign ones are refused in `autoRenewals`.
  'renewalOffers.add.templateId': 'text',
  'renewalOffers.edit.templateId': 'text',
  'deskCases.id': 'retailOrder',
  'deskCases.ids': 'retailOrder',
  'deskCases.accountId': 'publicAccount',
  'deskCases.listingId': 'listing',
  'deskCases.ownerId': 'account',
  'deskRules.accountId': 'publicAccount',
  'retailRefunds.id': 'retailRefund',
  'retailRefunds.refundNo': 'retailRefundNo',
  'retailRefunds.accountId': 'publicAccount',
  'payments.refundAgain.id': 'refund',
  voucherNo: 'voucherNo',
  // One list, one tree or one table for all customers.
  engineId: 'shared',
  'engines.id': 'shared',
  'errorLog.id': 'shared',
  'flowSpecs.id': 'shared',
  'periodSpecs.id': 'shared',
  'voiceSpecs.id': 'shared',
  flowSpecId: 'shared',
  periodSpecId: 'shared',
  voiceSpecId: 'shared',
  guideId: 'shared',
  networkId: 'shared',
  permissionId: 'shared',
  regionId: 'shared',
  // A cursor is sealed for its caller; below it has a test of its own.
  cursor: 'text',
  accountNumber: 'text',
  clientId: 'text',
  endIccid: 'text',
  number: 'text',
  objectId: 'text',
  'guides.here.path': 'text',
  'recharges.enterBank.voucherNo': 'text',
  'recharges.preview.voucherNo': 'text',
  'carrierAccounts.pools.poolId': 'text',
  requestId: 'text',
  'cardScopes.import.startIccid': 'text',
  'imports.segments.startIccid': 'text',
};

/** What an id stands for at its place; undefined: nobody has said so. */
export const placeKind = ({ name }: Endpoint, { key }: IdPlace): PlaceKind | undefined =>
  KIND_OF[`${name}.${key}`] ?? KIND_OF[`${name.split('.')[0]}.${key}`] ?? KIND_OF[key];

export const isOfACustomer = (kind: PlaceKind | undefined): kind is IdKind =>
  kind !== undefined && kind !== 'shared' && kind !== 'text';

/** The input with things of a customer at these places. A range of numbers begins and ends with the one. */
export const filled = (endpoint: Endpoint, input: Input, places: readonly IdPlace[], of: Objects): Input =>
  places.reduce((made, place) => {
    const kind = placeKind(endpoint, place);
    if (!isOfACustomer(kind)) return made;
    const put1 = put(made, place.steps, of[kind]);
    if (place.key !== 'startIccid') return put1;
    const last = place.steps.at(-1) as Exclude<Step, 'each'>;
    return put(put1, [...place.steps.slice(0, -1), { ...last, key: 'endIccid' }], of[kind]);
  }, input);
