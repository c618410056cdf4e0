import { signOut } from '@cardinal/contract/api/identity/identity.ts';
import { browser, STORED } from '../http/browserStore.ts';
import { call } from '../http/call.ts';
import { page } from '../http/connection.ts';
import { hrefOf } from './navigation.ts';
import { HOME_PATH } from './tags.ts';

const CUSTOMERS = '/userManagement/user';

/** Whether this tab shows a customer's view. Other tabs are unaffected. */
export const isViewing = (): boolean => browser.read(STORED.viewToken) !== undefined;

/** Starts a customer's view in this tab. The page reloads, so that nothing of the own session remains. */
export function startViewing(token: string): void {
  browser.write(STORED.viewToken, token);
  location.assign(hrefOf(HOME_PATH));
}

/** Ends the view and returns to where it was started. */
export async function endViewing(): Promise<void> {
  try {
    await call(signOut, {}, { isSilent: true });
  } catch {
    // It has ended or will end within half an hour.
  } finally {
    page.forgetToken();
    location.assign(hrefOf(CUSTOMERS));
  }
}
