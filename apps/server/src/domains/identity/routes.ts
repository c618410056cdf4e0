import * as accounts from '@cardinal/contract/api/identity/accounts.ts';
import { addCustomer as addCustomerEndpoint } from '@cardinal/contract/api/identity/addCustomer.ts';
import * as auth from '@cardinal/contract/api/identity/identity.ts';
import * as menuSets from '@cardinal/contract/api/identity/menuSets.ts';
import * as menus from '@cardinal/contract/api/identity/menus.ts';
import * as preferences from '@cardinal/contract/api/identity/preferences.ts';
import * as roles from '@cardinal/contract/api/identity/roles.ts';
import * as twoStep from '@cardinal/contract/api/identity/twoStep.ts';
import { viewAs as viewAsEndpoint } from '@cardinal/contract/api/identity/viewAs.ts';
import { demoAccounts } from '../../demo/people/shownAccounts.ts';
import { bind, bindList, bindPrepared, type Route } from '../../framework/domain.ts';
import { editMyProfile, readAccountInfo } from './accounts/accountInfo.ts';
import { accountDataset, accountOptions } from './accounts/accountList.ts';
import {
  deleteAccount,
  kickAccount,
  resetPassword,
  setAccountStatus,
  unlockAccount,
} from './accounts/accountStanding.ts';
import { addAccount } from './accounts/addAccount.ts';
import { addCustomer } from './accounts/addCustomer.ts';
import { assignRole, roleCandidates } from './accounts/assignRole.ts';
import {
  beginTwoStep,
  confirmTwoStep,
  endTwoStep,
  renewRecoveryCodes,
  resetTwoStep,
} from './accounts/changeTwoStep.ts';
import { verifyContact } from './accounts/contacts.ts';
import { editAccount } from './accounts/editAccount.ts';
import { readMainAccount } from './accounts/mainAccount.ts';
import { readAccount } from './accounts/readAccount.ts';
import { setAccountRoles } from './accounts/setAccountRoles.ts';
import { assignMenuSet } from './menuSets/assignMenuSet.ts';
import { deleteMenuSet, saveMenuSet } from './menuSets/saveMenuSet.ts';
import { menuSetDataset, readMenuSet } from './menuSets/setList.ts';
import { previewAssignment, previewMenuSet } from './menuSets/setLosses.ts';
import { readSetTree } from './menuSets/setTree.ts';
import { deleteMenuEntry, restoreMenu, saveMenuEntry, setMenuVisible, sortMenu } from './menus/editMenu.ts';
import { importMenu, previewMenuFile } from './menus/importMenu.ts';
import { previewMenu, readMenuHolders, readMenuTree } from './menus/readMenu.ts';
import { putPreference, readPreferences, readSharedViews } from './preferences.ts';
import { deleteRole } from './roles/deleteRole.ts';
import { readRole, roleDataset } from './roles/roleList.ts';
import { readGrantable, readRoleTemplates, roleOptions, whoCan } from './roles/roleQuestions.ts';
import { saveRole } from './roles/saveRole.ts';
import { readCaptcha } from './signIn/captcha.ts';
import { changePassword } from './signIn/changePassword.ts';
import { readMe } from './signIn/signedIn.ts';
import { signIn } from './signIn/signIn.ts';
import { signInTwoStep } from './signIn/signInTwoStep.ts';
import { endMySessions, signOut } from './signIn/signOut.ts';
import { viewAs } from './signIn/viewAs.ts';

export const routes: readonly Route[] = [
  bind(auth.readCaptcha, (ctx, { query }) => readCaptcha(ctx, query), { perMinute: 20 }),
  bind(auth.listDemoAccounts, async () => demoAccounts(), { isOffered: async (ctx) => ctx.config.demo }),
  bind(auth.signIn, (ctx, { body }) => signIn(ctx, body), { transaction: 'none', perMinute: 60 }),
  bind(twoStep.signInTwoStep, (ctx, { body }) => signInTwoStep(ctx, body), { transaction: 'none', perMinute: 60 }),
  bind(auth.signOut, (ctx) => signOut(ctx)),
  bind(auth.readMe, (ctx) => readMe(ctx)),
  bindPrepared(auth.changePassword, (ctx, { body }) => changePassword(ctx, body), { perMinute: 30 }),
  bind(auth.readAccountInfo, (ctx) => readAccountInfo(ctx)),
  bind(auth.endMySessions, (ctx, { body }) => endMySessions(ctx, body.sessionIds)),
  bind(auth.editMyProfile, (ctx, { body }) => editMyProfile(ctx, body)),
  bind(twoStep.beginTwoStep, (ctx, { body }) => beginTwoStep(ctx, body), { transaction: 'none', perMinute: 30 }),
  bindPrepared(twoStep.confirmTwoStep, (ctx, { body }) => confirmTwoStep(ctx, body), { perMinute: 30 }),
  bindPrepared(twoStep.renewRecoveryCodes, (ctx, { body }) => renewRecoveryCodes(ctx, body), { perMinute: 30 }),
  bindPrepared(twoStep.endTwoStep, (ctx, { body }) => endTwoStep(ctx, body), { perMinute: 30 }),

  // A customer's first account is created with it, and accounts are created in this domain.
  bindPrepared(addCustomerEndpoint, (ctx, { body }) => addCustomer(ctx, body)),
  bind(viewAsEndpoint, (ctx, { body }) => viewAs(ctx, body)),

  bindList(accounts.listAccounts, accountDataset),
  bind(accounts.readAccount, (ctx, { query }) => readAccount(ctx, query.id)),
  bindPrepared(accounts.addAccount, (ctx, { body }) => addAccount(ctx, body)),
  bind(accounts.editAccount, (ctx, { body }) => editAccount(ctx, body)),
  bind(accounts.verifyContact, (ctx, { body }) => verifyContact(ctx, body)),
  bind(accounts.setAccountRoles, (ctx, { body }) => setAccountRoles(ctx, body)),
  bind(accounts.setAccountStatus, (ctx, { body }) => setAccountStatus(ctx, body)),
  bind(accounts.unlockAccount, (ctx, { body }) => unlockAccount(ctx, body.id)),
  bind(accounts.readMainAccount, (ctx, { query }) => readMainAccount(ctx, query.customerId)),
  bindPrepared(accounts.resetPassword, (ctx, { body }) => resetPassword(ctx, body)),
  bind(twoStep.resetTwoStep, (ctx, { body }) => resetTwoStep(ctx, body)),
  bind(accounts.kickAccount, (ctx, { body }) => kickAccount(ctx, body.id)),
  bind(accounts.deleteAccount, (ctx, { body }) => deleteAccount(ctx, body)),
  bind(accounts.accountOptions, (ctx, { query }) => accountOptions(ctx, query)),

  bindList(roles.listRoles, roleDataset),
  bind(roles.readRole, (ctx, { query }) => readRole(ctx, query.id)),
  bind(roles.readGrantable, (ctx, { query }) => readGrantable(ctx, query)),
  bind(roles.readRoleTemplates, async (ctx) => readRoleTemplates(ctx)),
  bind(roles.whoCan, (ctx, { query }) => whoCan(ctx, query)),
  bind(roles.roleOptions, (ctx, { query }) => roleOptions(ctx, query)),
  bind(roles.saveRole, (ctx, { body }) => saveRole(ctx, body)),
  bind(roles.deleteRole, (ctx, { body }) => deleteRole(ctx, body.id)),
  bind(accounts.roleCandidates, (ctx, { query }) => roleCandidates(ctx, query)),
  bind(accounts.assignRole, (ctx, { body }) => assignRole(ctx, body)),

  bind(menus.readMenuTree, (ctx) => readMenuTree(ctx)),
  bind(menus.readMenuHolders, (ctx, { query }) => readMenuHolders(ctx, query)),
  bind(menus.previewMenu, (ctx, { query }) => previewMenu(ctx, query)),
  bind(menus.saveMenuEntry, (ctx, { body }) => saveMenuEntry(ctx, body)),
  bind(menus.sortMenu, (ctx, { body }) => sortMenu(ctx, body)),
  bind(menus.setMenuVisible, (ctx, { body }) => setMenuVisible(ctx, body)),
  bind(menus.deleteMenuEntry, (ctx, { body }) => deleteMenuEntry(ctx, body)),
  bind(menus.restoreMenu, (ctx, { body }) => restoreMenu(ctx, body)),
  bind(menus.previewMenuFile, (ctx, { body }) => previewMenuFile(ctx, body), { transaction: 'none' }),
  bind(menus.importMenu, (ctx, { body }) => importMenu(ctx, body)),

  bindList(menuSets.listMenuSets, menuSetDataset),
  bind(menuSets.readMenuSet, (ctx, { query }) => readMenuSet(ctx, query.id)),
  bind(menuSets.readSetTree, (ctx) => readSetTree(ctx)),
  bind(menuSets.saveMenuSet, (ctx, { body }) => saveMenuSet(ctx, body)),
  bind(menuSets.previewMenuSet, (ctx, { body }) => previewMenuSet(ctx, body), { transaction: 'none' }),
  bind(menuSets.previewAssignment, (ctx, { body }) => previewAssignment(ctx, body), { transaction: 'none' }),
  bind(menuSets.assignMenuSet, (ctx, { body }) => assignMenuSet(ctx, body)),
  bind(menuSets.deleteMenuSet, (ctx, { body }) => deleteMenuSet(ctx, body.id)),

  bind(preferences.readPreferences, (ctx, { query }) => readPreferences(ctx, query)),
  bind(preferences.readSharedViews, (ctx, { query }) => readSharedViews(ctx, query)),
  bind(preferences.putPreference, (ctx, { body }) => putPreference(ctx, body), { transaction: 'none' }),
];
