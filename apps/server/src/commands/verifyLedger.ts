/**
 * `npm run verify:ledger`: checks the whole ledger, also while the server runs. One line for each finding; exit code 1 if there
 * is any.
 */
import { verifyLedger } from '../domains/ledger/face.ts';
import { startProgram } from '../program.ts';
import { runCommand } from './commandDatabase.ts';

await runCommand({ besideServer: true }, async ({ config, access, log }) => {
  // The program without any of its roles: it opens no port and does no background work.
  const { app, stop } = await startProgram({ ...config, demo: false, roles: new Set() }, { access, log });
  try {
    const findings = await verifyLedger(app.systemContext('verifyLedger'));
    for (const { subject, problem, details } of findings) process.stdout.write(`${subject}: ${problem} ${details}\n`);
    process.stdout.write(findings.length === 0 ? 'The ledger is whole\n' : `${findings.length} findings\n`);
    if (findings.length > 0) process.exitCode = 1;
  } finally {
    await stop();
  }
});
