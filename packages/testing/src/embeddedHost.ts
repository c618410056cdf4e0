/** A process that tests kill: runs the embedded database of the given data directory and prints its URL in one line. */
import { startEmbeddedPostgres } from '@cardinal/server/runtime/embeddedPostgres.ts';
import { shutDownInOrder } from '@cardinal/server/runtime/lifecycle.ts';
import { QUIET } from '@cardinal/server/runtime/log.ts';

const dataDirectory = process.argv[2];
if (!dataDirectory) throw new Error('the data directory is missing');
const postgres = await startEmbeddedPostgres({ dataDirectory, log: QUIET });
shutDownInOrder({ stop: () => postgres.stop(), log: QUIET });
process.stdout.write(`${JSON.stringify({ ...postgres, postmaster: postgres.pid() })}\n`);
