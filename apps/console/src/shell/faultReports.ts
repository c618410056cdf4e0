/** What one fault of the console tells. No content of forms, no names: what broke, where, in which build. */
export type FaultReport = { readonly message: string; readonly place: string; readonly stack: string };

/** A screen that throws in a loop must not flood the log. */
const MAX_PER_VISIT = 20;

let send: ((report: FaultReport) => void) | undefined;
const sent = new Set<string>();

/** Reports faults through `through`; called where the site collects them: in production. */
export function collectFaults(through: (report: FaultReport) => void): void {
  send = through;
  window.addEventListener('error', (event) => {
    if (event.error instanceof Error) reportFault(event.error);
  });
  window.addEventListener('unhandledrejection', (event) => {
    // A failed call has been shown already and is no fault of the console.
    if (event.reason instanceof Error && event.reason.name !== 'RequestFailure') reportFault(event.reason);
  });
}

export function reportFault(error: Error, where = ''): void {
  const report = {
    message: `${error.name}: ${error.message}`.slice(0, 500),
    place: location.pathname.slice(0, 255),
    stack: `${error.stack ?? ''}\n${where}`.slice(0, 8000),
  };
  if (!send || sent.size >= MAX_PER_VISIT || sent.has(report.message)) return;
  sent.add(report.message);
  send(report);
}
