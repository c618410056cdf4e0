export { providersOfAccounts } from './accounts/accountList.ts';
export {
  addAdministrator,
  hasAccounts,
  openFirstSession,
  restoreAdministrator,
  signInWithTwoSteps,
} from './accounts/administrators.ts';
export {
  accountNamed,
  addProvenAccount,
  administratorsAmong,
  holdsAllOf,
  isAccountKept,
  rolesOfCustomer,
  setManagedRoles,
} from './accounts/provenAccounts.ts';
export { actorOf } from './actorOf.ts';
export { authenticate, callersOf } from './authenticate.ts';
export { entriesForCaller } from './menus/readMenu.ts';
export { refuseAboveMe } from './rights/aboveMe.ts';
export { followNewPermissions } from './rights/newPermissions.ts';
export { type AccountRights, rightsOfAccount } from './rights/rightsStore.ts';
export { isOwnRole } from './roles/ownRole.ts';
export { holdersOfRoleNames, roleNamesHeld } from './roles/roleHolders.ts';
export { isListed } from './signIn/addressList.ts';
export { checkNewPassword } from './signIn/changePassword.ts';
export { fitsPassword, hashPassword } from './signIn/passwordHashing.ts';
export { passwordClosedFor } from './signIn/passwordSignIn.ts';
export { proveMyself } from './signIn/proveMyself.ts';
export { endSessions, endSessionsOfProvider, openSession } from './signIn/sessionStore.ts';
export { setSignInLimits } from './signIn/signInLimits.ts';
export { signInProven } from './signIn/signInProven.ts';
export { setSignInRule } from './signIn/signInRule.ts';
export { bytesOfBase32, enrolmentOf, makeSecret, stepOfCode } from './signIn/totp.ts';
