import { isLostFile } from './lostFile.ts';

/** The report of one console error: what failed, where, in which build. No form content, no names. */
export type FaultReport = { readonly message: string; readonly place: string; readonly stack: string };

/** The limit: a screen that throws in a loop must not flood the log. */
const MAX_PER_VISIT = 20;

/** Collects the errors of one visit; sends nothing until `through` is set. */
export class FaultReports {
  #send: ((report: FaultReport) => void) | undefined;
  readonly #sent = new Set<string>();

  collect(through: (report: FaultReport) => void): void {
    this.#send = through;
    window.addEventListener('error', (event) => {
      if (event.error instanceof Error) this.report(event.error);
    });
    window.addEventListener('unhandledrejection', (event) => {
      // A failed call has been shown and is not an error of the console.
      if (event.reason instanceof Error && event.reason.name !== 'RequestFailure') this.report(event.reason);
    });
  }

  report(error: Error, where = ''): void {
    const report = {
      message: `${error.name}: ${error.message}`.slice(0, 500),
      place: location.pathname.slice(0, 255),
      stack: `${error.stack ?? ''}\n${where}`.slice(0, 8000),
    };
    if (isLostFile(error)) return;
    if (!this.#send || this.#sent.size >= MAX_PER_VISIT || this.#sent.has(report.message)) return;
    this.#sent.add(report.message);
    this.#send(report);
  }
}

const ofThisVisit = new FaultReports();

/** Reports faults through `through`; called where the site collects them: in production. */
export const collectFaults = (through: (report: FaultReport) => void): void => ofThisVisit.collect(through);

export const reportFault = (error: Error, where?: string): void => ofThisVisit.report(error, where);
