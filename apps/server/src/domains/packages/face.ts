// What other rooms may use of the packages.

export { isRefuelling } from './definitions/packageRules.ts';
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
export { type PriceStep, priceChain, priceChains } from './distribution/priceChain.ts';
export { type Wanted, whyNotOfProduct, whyNotOrderable, whyNotOrderableEach } from './distribution/whyNotOrderable.ts';
export { cardsOnPackages, type PackageUse, packageUse } from './packageUse.ts';
export { type QueuedPackages, queuedPackages } from './queuedPackages.ts';
