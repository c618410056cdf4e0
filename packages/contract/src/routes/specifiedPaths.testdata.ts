/**
 * The paths as the specification lists them, by section, separate from the table so that the table can be checked against them.
 * `{id}` and `:id` mean the same.
 */
export const SPECIFIED_PATHS: Readonly<Record<string, string>> = {
  permission: `accountInfo gzhManagement officialAccounts GZHConfigureTheWhitelist warnSetting accountManagement
    realTimeDeductionConfig RealTimeDeductionRecords ViewDeductionDetails dayRebateProduct/:gzhId aLiPayConfig
    otherPaymentConfig otherPaymentConfig/lianlianSubAccount/:id merchantList wxappPayConfig
    autoRenewContractTemplateList paymentConfig pushLog liveCodeLink`,
  reportQuery: `locationStatistics cardBelong gzhIncomeExpenditureDetail rechargeRateStatistics customerAnalysis
    SIMStatistics invoiceManagement activeReport accountUsageAmountReport cardUsageAmountReport poolUsageAmountReport
    productUsageAmountReport H5PageAccess downtimeStatistics`,
  orderList: `wechatOrderList wechatOrderFail unsubscribeRecord apiorderList gzhRefundRecord packageOrderRecord
    channelOrderList activityOrderRecord`,
  packageManagement: `systemPackage packageVirtual limitStrategy packageList packageDistribute wechatPackage phoneBill
    customPackage outPackagemanage flowConfig voiceConfig periodicConfig detailStrategy flowStrategy
    flowStrategy/:strategyId/:platformId flowStrategy/:strategyId/:platformId/:fluidControllerStrategyPackageRecordId
    shareBenefitPackageDistribute autoRenewContractPackage apiGroupBuyPackage`,
  userManagement: `user userConsumptionRecord userRecharge gzhUserManagement userList userDetail/:id
    autoRenewContractRecord`,
  invoiceManagement: `stockCardManagement stockCardDetail/:iccid/:platform outboundOrderManagement creatOutboundOrder
    outboundOrderDetail/:orderNumber cardWarehousing cardPurchaseOrder`,
  poolManagementGj: 'internationalSharedPoolList sharedPoolCardDetail/:poolCode',
  system: `menu roleSys platformSet importCard accountConfig platformConfig dataDictionary engineManage
    communicationPlan apiManagement errorLog notiflyManage notiflyList operationLog menuSet videoGuidelinesConfig
    addressManagement invoiceInformation cardScopeImport smsSendResult smsConfig aliyunSecretManage
    apiPermissionManage activePushConfig settingCountryCode CountryRegionManagement operatorList`,
  billSettlement: 'settlementConfig billList billDetail/:id billConfig billSummary billSummary/:id/:platformId',
  taskManagement: 'downloadTask systemTask',
  customQichong: 'ExternalPage ExternalPage/:token',
  product: 'production proDistribute',
  flowPoolManagement: 'flowPool flowPoolDetail/:poolCode/:poolId/:activeName flowPoolPackage',
  esimManagement: `codeNumberList esimCardList esimCardDetail/:eid esimCardDetailGj/:eid esimCardImport
    codeNumberImport numberingStrategy`,
  apiDoc: '',
  partner: 'partnerFind cardTransactionSituation packageConsumption transactionRecord/:id consumptionRecord',
  marketingActivities: `experienceDays manualCallFee firstCallFee accumulativeCallFee addcard firstOrderPackage
    miniprogramMessage giveAwayActivity giveAwayActivity/create giveAwayActivity/edit/:id giveAwayActivity/detail/:id
    experiencePackage experiencePackage/releaseRecord/:id cardBalancePreloadActivity couponManagement
    couponManagementDetail/:id`,
  SMSService: 'SMSPackageList SMSPackageDistribute SMSDispatch SMSOrderList',
  shareBenefit: `overView cashOutRecord cashOutCheck shareBenefitDetail benefitReport dayReturnFailedRecord
    receivePaymentConfig`,
  readonlyCard: 'flow flow/{platformType}/{iccid} voice voice/{platformType}/{iccid}',
  wxAppManagement: `wxAppList cloudStorgeAccount cloudStorgePackage cloudStorgePackageDistribute
    deviceCloudStorgeOrderRecord terminalList terminalDetail/{id} product firmware firmware/{id} help help/{id}
    customDevice customDevice/{id} smsMarketing/{id} smsMarketingDetail/{taskId} wechatNotice/{id}
    wechatNoticeDetail/{childType}/{taskId} marketingConfig/{id} sameLevelDeviceTrade mifiDevice
    mifiDeviceDetail/{deviceId} advertisement miniProgramBanner packageGive licenseList cloudStorgePackageManagement
    systemFirmware activationQuery delivery/{id} deliveryDetail/{id} clientReview shipmentManagement
    miniProgramTaskManagement`,
  operationManagement: `operationStrategy shutdownList poolMonitor restrictedArea restrictedAreaWhitelist
    batchRealNameApproveList batchRealNameApprove batchRealNameApprove/detail batchRealNameLimit
    batchRealNameLimit/detail batchRealNameBlackList flowRemind packageRenewalControl earlyWarningRules
    queryCardOnlineInfo speedLimitManagement speedLimitManagement/detail/{id}/{platformId}/{platformConfigId}
    apiCustomerControl cardPositioning wechatIccidBindPhone hyperregionalControl`,
  poolManagement: `monthPackagePool poolDetail subPoolDetail cardAllocationRecord cardAllocationRecordQuery
    poolCardDataImport myPool cardDetailLt cardDetailDx cardDetailYd`,
  cardsManagement: `flowCardManagement voiceCardManagement NBCardManagement cardDetailLt cardDetailLts cardDetailYd
    cardDetailYds cardDetailDx cardDetailOther/{cid} cardDetailGj cardDetailGd cardOpHistory singleCardRecharge
    clearUpBlance receiptOrder batchRealName batchRealNameEdit batchRealNameEdit/{id} batchOperate packageEndTips
    tagManagement globalSearchResult`,
  onlineBusiness: 'engineOrder invoiceRequest cardPurchase cardPurchaseRecord',
};
