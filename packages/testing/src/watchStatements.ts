import { DOMAINS } from '@cardinal/server/domains.ts';
import { spreadTables } from '@cardinal/server/framework/registry.ts';
import { loadModule } from 'libpg-query';
import pg from 'pg';
import { citusRefusals } from './citusRefusals.ts';
import { TESTS_OWN } from './database.ts';

type Client = pg.Client & { readonly connectionParameters: { readonly application_name?: string } };

/** Migrations run before their tables are placed; those to come are judged by a test of their own. */
const UNWATCHED = new Set<string | undefined>([TESTS_OWN, 'cardinal migrate', 'cardinal place']);

let watched: Promise<void> | undefined;

/**
 * From here on every statement of the program under test that Citus would refuse fails: a room meets the limits of a distributed
 * database in its own tests.
 */
export function watchStatements(): Promise<void> {
  watched ??= watch();
  return watched;
}

async function watch(): Promise<void> {
  await loadModule();
  const spread = spreadTables(DOMAINS);
  const names = [...spread.keys()].map((name) => name.replace('.', '"?\\."?'));
  const mentions = new RegExp(`\\b(${names.join('|')})`);
  const known = new Map<string, readonly string[]>();
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown;
  function watchedQuery(this: Client, ...given: unknown[]): unknown {
    const [asked] = given;
    const text = typeof asked === 'string' ? asked : (asked as { text?: unknown } | null)?.text;
    const isOthers = UNWATCHED.has(this.connectionParameters.application_name);
    if (!isOthers && typeof text === 'string' && mentions.test(text)) {
      const refusals = known.get(text) ?? (/^\s*copy\b/i.test(text) ? [] : citusRefusals(text, spread));
      known.set(text, refusals);
      if (refusals.length > 0) {
        throw new Error(`Citus would refuse ${refusals.join(' and ')} (docs/decisions/0017): ${text}`);
      }
    }
    return query.apply(this, given);
  }
  pg.Client.prototype.query = watchedQuery as typeof pg.Client.prototype.query;
}
