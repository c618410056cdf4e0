/**
 * `npm run verify:ledger`: checks the whole ledger, also while the server runs. One line for each finding; exit code 1 if there
 * is any.
 */
import { verifyLedger } from '../domains/ledger/face.ts';
import { runCommand } from './commandDatabase.ts';
import { withProgram } from './commandProgram.ts';

await runCommand({ besideServer: true }, (parts) =>
  withProgram(parts, async (app) => {
    const findings = await verifyLedger(app.systemContext('verifyLedger'));
    for (const { subject, problem, details } of findings) process.stdout.write(`${subject}: ${problem} ${details}\n`);
    process.stdout.write(findings.length === 0 ? 'The ledger is whole\n' : `${findings.length} findings\n`);
    if (findings.length > 0) process.exitCode = 1;
  }),
);
