import type { Database } from '../framework/tables.ts';
import { demoPasswordHolders } from './people/demoAccounts.ts';

/** A production start on a database that the demo made, or whose accounts have its published password. */
export class DemoInProduction extends Error {
  constructor(what: string) {
    super(
      `NODE_ENV=production: ${what} Anyone could sign in. Start production with an empty DATA_DIR, or a DATABASE_URL of an ` +
        'empty database; the log then shows how to set it up. To go on with the demo, start without NODE_ENV=production ' +
        '(演示数据和演示密码不能用于生产环境，请使用新的空数据目录或空数据库).',
    );
    this.name = 'DemoInProduction';
  }
}

/** Refuses what only the demo may have. Its marks can be gone, its password still valid, for example after a partial copy. */
export async function refuseDemo(db: Database): Promise<void> {
  const made = await db.selectFrom('runtime.demo').select('made_at').orderBy('made_at').limit(1).executeTakeFirst();
  if (made) throw new DemoInProduction(`this database holds the demo, made ${made.made_at.toISOString()}.`);
  const holders = await demoPasswordHolders(db);
  if (holders.length > 0) {
    throw new DemoInProduction(`the password of the demo is valid for ${holders.slice(0, 5).join(', ')}.`);
  }
}
