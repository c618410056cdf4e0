import { signOut } from '@cardinal/contract/api/identity/identity.ts';
import { browser, STORED } from '../http/browserStore.ts';
import { call } from '../http/call.ts';
import { page } from '../http/connection.ts';
import { hrefOf } from './navigation.ts';
import { HOME_PATH } from './tags.ts';

const CUSTOMERS = '/userManagement/user';

/** Whether this tab looks with a customer's eyes. Other tabs go on as themselves. */
export const isViewing = (): boolean => browser.read(STORED.viewToken) !== undefined;

/** Begins a look in this tab. The page is loaded anew: nothing of the own session stays on it. */
export function startViewing(token: string): void {
  browser.write(STORED.viewToken, token);
  location.assign(hrefOf(HOME_PATH));
}

/** Back to oneself, where one came from. */
export async function endViewing(): Promise<void> {
  try {
    await call(signOut, {}, { isSilent: true });
  } catch {
    // It was over already, or will be within the half hour.
  } finally {
    page.forgetToken();
    location.assign(hrefOf(CUSTOMERS));
  }
}
