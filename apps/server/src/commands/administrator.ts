/**
 * `npm run administrator -- <name>`: makes an administrator of the platform, or lets a lost one in again, also while the server
 * runs. Prints a password for one sign-in; it must be changed then. Ends the set-up of a new installation.
 */
import { newAccountRule } from '@cardinal/primitives/account.ts';
import { administratorByCommand } from '../domains/setup/face.ts';
import { runCommand } from './commandDatabase.ts';
import { withProgram } from './commandProgram.ts';

const name = process.argv[2] ?? '';
if (newAccountRule(name)) {
  process.stderr.write(
    'Whose account? npm run administrator -- <name>, with 4 to 32 letters, digits and . _ - @, no phone or e-mail address\n',
  );
  process.exit(1);
}

await runCommand({ besideServer: true }, (parts) =>
  withProgram(parts, async (app) => {
    const { password, isNew } = await app.asSystem('administrator', (ctx) => administratorByCommand(ctx, name));
    process.stdout.write(
      `${isNew ? 'Administrator created' : 'Administrator restored; two-step sign-in removed'}: ${name}\n` +
        `  Password for one sign-in: ${password}\n` +
        '  It must be changed then. It is not shown again; run this command again if it is lost.\n',
    );
  }),
);
