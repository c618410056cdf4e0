export { actorOf } from './actorOf.ts';
export { authenticate } from './authenticate.ts';
export { entriesForCaller } from './menus/readMenu.ts';
export { type AccountRights, rightsOfAccount } from './rights/rightsStore.ts';
export { holdersOfRoleNames, roleNamesHeld } from './roles/roleHolders.ts';
export { isListed } from './signIn/addressList.ts';
export { endSessions, openSession } from './signIn/sessionStore.ts';
export { setSignInLimits } from './signIn/signInLimits.ts';
export { setSignInRule } from './signIn/signInRule.ts';
