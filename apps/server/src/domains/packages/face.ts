// What other rooms may use of the packages.

export {
  type ChildPrice,
  changeExternal,
  followSource,
  makeExternal,
  ownExternal,
  periodOfExternal,
  pricesBelow,
} from './definitions/externalPackages.ts';
export { packageChoices } from './definitions/packageParts.ts';
export { feedsPools, isRefuelling, monthsOf } from './definitions/packageRules.ts';
export {
  currentVersions,
  type PackageVersionFacts,
  packageHeldBy,
  packageNamed,
  packagesHeld,
  packagesHeldBy,
  packageVersion,
  packageVersions,
} from './definitions/packageVersion.ts';
export { keepLimited, packageLimits } from './definitions/unlimitedData.ts';
export { SHARED_PACKAGES } from './distributedPackages.ts';
export { GIVEN, GIVEN_COLUMNS } from './distribution/givenTo.ts';
export { type HeldPackage, heldPackages } from './distribution/heldPackages.ts';
export { type PriceStep, priceChain, priceChains } from './distribution/priceChain.ts';
export { refuseSeveralCurrencies } from './distribution/pricedLines.ts';
export { previewSharedRecall, recallShared } from './distribution/recallPackage.ts';
export { type Giver, marginsOf, type Share, sharesOver, shareText } from './distribution/shareRules.ts';
export { type Wanted, whyNotOfProduct, whyNotOrderable, whyNotOrderableEach } from './distribution/whyNotOrderable.ts';
export { cardsOnPackages, mainPackagesOf, type PackageUse, packageUse } from './packageUse.ts';
export { type QueuedPackages, queuedPackages } from './queuedPackages.ts';
