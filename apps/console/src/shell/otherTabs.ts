import { browser, STORED } from '../http/browserStore.ts';
import { useShell } from './shellState.ts';
import { goToLogin } from './signedIn.ts';

/**
 * Reacts to session changes by other tabs of this browser. The later login wins: a tab with another account's data reloads; a
 * tab whose session ended goes to the login.
 */
export function watchOtherTabs(): void {
  window.addEventListener('storage', (event) => {
    if (event.storageArea !== localStorage) return;
    // A view of a customer belongs to the session that opened it.
    if (event.key === null || event.key === STORED.token.name) browser.forget(STORED.viewToken);
    if (event.key === null || (event.key === STORED.token.name && !event.newValue)) goToLogin();
    else if (event.key === STORED.token.name) location.reload();
    else if (event.key === STORED.theme.name && (event.newValue === 'light' || event.newValue === 'dark')) {
      useShell.setState({ appearance: event.newValue });
    }
  });
}
