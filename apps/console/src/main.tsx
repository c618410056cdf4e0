import '@cardinal/ui/base.css';
import '@cardinal/ui/layout/layout.css';
import '@cardinal/ui/layout/tables.css';
import '@cardinal/ui/parts.css';
import '@cardinal/ui/print.css';
import './shell/frame.css';
import './shell/overlays.css';
import './shell/sidebar.css';
import { reportError } from '@cardinal/contract/api/audit/reportError.ts';
import { createRoot } from 'react-dom/client';
import { call } from './http/call.ts';
import { onSessionEnd, watchInput } from './http/connection.ts';
import { App } from './shell/App.tsx';
import { collectFaults } from './shell/faultReports.ts';
import { watchOtherTabs } from './shell/otherTabs.ts';
import { goToLogin } from './shell/signedIn.ts';
import { collectsFaults, siteRead, useSite } from './shell/site.ts';
import { watchPageLeave } from './shell/unsaved.ts';

/** The build's version, for the error log. */
const VERSION = String(import.meta.env['VITE_BUILD'] ?? 'dev');

onSessionEnd(goToLogin);
watchInput();
void siteRead().then(() => {
  if (!collectsFaults(useSite.getState())) return;
  collectFaults((report) => {
    call(reportError, { body: { ...report, version: VERSION } }, { isSilent: true }).catch(() => {});
  });
});
watchOtherTabs();
watchPageLeave();
createRoot(document.getElementById('root')!).render(<App />);
