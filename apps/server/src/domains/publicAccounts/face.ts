// What other rooms may use of public accounts and their end users.

export { openAccountPage, ownAccount, type PublicAccountRow } from './accounts/accountStore.ts';
export { addProgram, editProgram, kindOf, programOf } from './accounts/miniPrograms.ts';
export { lockEndUser } from './cards/bindCard.ts';
export { asSeller, cardOf, type OwnCard } from './cards/cardsOfEndUser.ts';
export { authenticateEndUser } from './signIn/sessions.ts';
