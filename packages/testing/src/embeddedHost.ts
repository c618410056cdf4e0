/**
 * A process to be killed by tests: keeps the embedded database of the data directory given as its argument and says on
 * standard output, in one line, where it is.
 */
import { startEmbeddedPostgres } from '@cardinal/server/runtime/embeddedPostgres.ts';
import { endInOrder } from '@cardinal/server/runtime/lifecycle.ts';
import { QUIET } from '@cardinal/server/runtime/log.ts';

const dataDirectory = process.argv[2];
if (!dataDirectory) throw new Error('the data directory is missing');
const postgres = await startEmbeddedPostgres({ dataDirectory, log: QUIET });
endInOrder({ stop: () => postgres.stop(), log: QUIET });
process.stdout.write(`${JSON.stringify({ ...postgres, postmaster: postgres.pid() })}\n`);
