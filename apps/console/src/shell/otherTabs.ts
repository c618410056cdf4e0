import { browser, STORED } from '../http/browserStore.ts';
import { useShell } from './shellState.ts';
import { goToLogin } from './signedIn.ts';

/**
 * What another tab of this browser did to the session. The later login wins: a tab that shows another account's data
 * starts anew; a tab whose session was taken away goes to the login.
 */
export function watchOtherTabs(): void {
  window.addEventListener('storage', (event) => {
    if (event.storageArea !== localStorage) return;
    // A look belongs to the session it was opened from.
    if (event.key === null || event.key === STORED.token.name) browser.forget(STORED.viewToken);
    if (event.key === null || (event.key === STORED.token.name && !event.newValue)) goToLogin();
    else if (event.key === STORED.token.name) location.reload();
    else if (event.key === STORED.theme.name && (event.newValue === 'light' || event.newValue === 'dark')) {
      useShell.setState({ appearance: event.newValue });
    }
  });
}
