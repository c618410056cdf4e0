/** What ids of the API stand for. */
export const ID_KINDS = [
  'customer',
  'account',
  'role',
  'session',
  'address',
  'menuSet',
  'identityProvider',
  'card',
  'iccid',
  'businessNumber',
  'mappingNumber',
  'cardEvent',
  'tag',
  'task',
  'taskNo',
  'download',
  'downloadNo',
  /** The opaque path of a finished download. */
  'downloadPath',
  'carrierAccount',
  'difference',
  'unmatchedCard',
  'communicationPlan',
  'import',
  'batchNo',
  'product',
  /** A product of its own in the hands of a child, or of itself where it has none. */
  'distribution',
  /** A package of its own in the hands of a child, or of itself where it has none. */
  'package',
  'customPackage',
  'virtualPackage',
  'poolPackage',
  'poolDistribution',
  'packageDistribution',
  /** A package given for a share of what end users pay. */
  'packageShare',
  /** Another platform, and a package it offers. */
  'externalSource',
  'externalOffer',
  'groupBuyOffer',
  'groupBuyOfferNo',
  'codeBatch',
  'codeBatchNo',
  'redeemCode',
  'redeemCodeNo',
  'channelStatement',
  'channelStatementNo',
  'channelDifference',
  'channelDifferenceNo',
  'packageOrder',
  'packageOrderNo',
  /** The number its own system gave that order. */
  'outOrderNo',
  /** What it earned with that order. */
  'profitEntry',
  'cardRecharge',
  'subscription',
  'segment',
  /** Numbers an account of it keeps. */
  'cardSet',
  /** Cards an account of it is about to change. */
  'preview',
  'selectionFile',
  'lookup',
  'apiKey',
  'appKey',
  'scopeSet',
  'eid',
  'codeNumber',
  'esimImport',
  'priceSheet',
  'numberImport',
  'esimBatchNo',
  'strategy',
  'limitStrategy',
  'flowStrategy',
  /** A package under its flow-control strategy. */
  'flowPackage',
  'displayStrategy',
  /** One that acts on events of cards, in shadow. */
  'operationStrategy',
  /** One about renewals, in shadow. */
  'renewalRule',
  /** A rule of reminders that is on, and what it told. */
  'usageReminder',
  'usageReminderMessage',
  /** A rule of staff, a customer’s own, and an open event. */
  'warningRule',
  'warnSetting',
  'warningEvent',
  /** Of a carrier account, over a card of it, in shadow. */
  'speedLimit',
  'pushSubscription',
  /** Sent, and its event. */
  'pushDelivery',
  'pushEvent',
  'deductionTariff',
  'deduction',
  'deductionNo',
  'esimOperation',
  'notice',
  /** A notice in the inbox of an account of it. */
  'receivedNotice',
  'picture',
  'recharge',
  'rechargeNo',
  /** An account into which its children pay. */
  'collectingAccount',
  /** Its merchants at WeChat Pay, Alipay and another channel, a payment through the first, and its refund. */
  'merchant',
  'aliPayMerchant',
  'otherMerchant',
  /** A Lianlian merchant of it, and an account opened there. */
  'lianlianMerchant',
  'subAccount',
  'subAccountNo',
  /** A customer that a WeChat merchant of it can split to. */
  'profitReceiver',
  'merchantNo',
  /** Where the statement of a merchant of it and its records differ. */
  'statementDifference',
  'payment',
  'refund',
  /** Where its profit goes, and a cash-out of it. */
  'receiver',
  'cashOut',
  'cashOutNo',
  'dayReturn',
  'providerNo',
  'voucherNo',
  'ledgerAccount',
  'transaction',
  'transactionNo',
  /** A public account, a package it lists, and what a user of it ordered. */
  'publicAccount',
  /** Through which merchant a mini-program of it is paid. */
  'programRoute',
  'listing',
  'retailOrder',
  /** A plan of its merchant, a listing that can be signed for under it, and a contract. */
  'renewalTemplate',
  'renewalOffer',
  'phoneBillTier',
  /** A document of cards given down or taken back, and its number. */
  'allocation',
  'allocationNo',
  'cardPool',
  'poolMember',
  'poolTransfer',
  'flowPool',
  'flowPoolFeed',
  'renewalContract',
  /** What goes back of it. */
  'retailRefund',
  'retailRefundNo',
] as const;
export type IdKind = (typeof ID_KINDS)[number];
