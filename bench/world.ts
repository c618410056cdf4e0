import { mkdir, rm } from 'node:fs/promises';
import { seedDemo } from '@cardinal/server/demo/demo.ts';
import { openCarrierAccount } from '@cardinal/server/domains/carriers/accounts/openAccount.ts';
import type { App } from '@cardinal/server/framework/app.ts';
import type { Ctx } from '@cardinal/server/framework/context.ts';
import type { Domain } from '@cardinal/server/framework/domain.ts';
import { startProgram } from '@cardinal/server/program.ts';
import { readConfig } from '@cardinal/server/runtime/config.ts';
import { startEmbeddedPostgres } from '@cardinal/server/runtime/embeddedPostgres.ts';
import { freePort } from '@cardinal/server/runtime/freePort.ts';
import { QUIET } from '@cardinal/server/runtime/log.ts';
import { temporaryFolder } from '@cardinal/testing/folders.ts';
import pg from 'pg';
import { pino } from 'pino';

export const PASSWORD = 'Cardinal@2026';
export const CAPTCHA = '2468';

/** Returns the data of a success; throws otherwise. */
type Ask = (method: 'GET' | 'POST', path: string, body?: unknown) => Promise<Record<string, unknown>>;

/** The whole server on a real, durable PostgreSQL of its own, and a plain pool beside it for the bare way. */
export type BenchWorld = {
  readonly app: App;
  readonly ctx: Ctx;
  readonly address: string;
  readonly bare: pg.Pool;
  /** As the owner: the bare way makes tables of its own. */
  readonly databaseUrl: string;
  /** The postmaster: its children work for us. */
  readonly databasePid: () => number | undefined;
  readonly folder: string;
  readonly carrierAccountId: string;
  readonly token: string;
  /** As the agent. */
  readonly ask: Ask;
  /** As the platform's administrator, who sees every customer. */
  readonly askWhole: Ask;
  readonly stop: () => Promise<void>;
};

/** `keptFolder` holds the data of an earlier run or keeps this one's; without it they are deleted at the end. */
export async function openWorld(keptFolder?: string, furtherRooms: readonly Domain[] = []): Promise<BenchWorld> {
  if (keptFolder) await mkdir(keptFolder, { recursive: true });
  const folder = keptFolder ?? temporaryFolder('bench');
  const postgres = await startEmbeddedPostgres({ dataDirectory: folder, log: QUIET });
  const config = readConfig({
    DATA_DIR: folder,
    PORT: String(await freePort()),
    HOST: '127.0.0.1',
    CAPTCHA_FIXED: CAPTCHA,
    ROLES: 'web',
    DEMO: '0',
    NODE_ENV: 'test',
    REQUESTS_PER_MINUTE: '9999999',
  });
  const program = await startProgram(config, {
    log: pino({ level: 'silent' }),
    access: postgres,
    cacheMs: 1_000,
    furtherRooms,
  });
  const { app, address } = program;
  const ctx = app.systemContext('bench');
  await seedDemo(ctx, config, 'people');
  const [known] = await ctx.db.selectFrom('carriers.account').select('id').execute();
  const carrierAccountId =
    known?.id ??
    (await openCarrierAccount(ctx, {
      customerId: '1',
      name: '联通',
      adapter: 'jasper',
      baseUrl: 'http://127.0.0.1:9',
    }));
  const askWith =
    (token: string): Ask =>
    async (method, path, body) => {
      const answer = await app.http.inject({
        method,
        url: path,
        headers: { authorization: token, 'idempotency-key': `bench-${ctx.ids.next()}` },
        ...(body === undefined ? {} : { payload: body as object }),
      });
      const { code, message, data } = answer.json() as { code: string; message: string; data: Record<string, unknown> };
      if (code !== '200') throw new Error(`${path}: ${code} ${message} ${JSON.stringify(data)}`);
      return data;
    };
  const signIn = async (account: string): Promise<string> => {
    const nobody = askWith('');
    const { captchaId } = await nobody('GET', '/api/auth/v1/captcha');
    const typed = { account, password: PASSWORD, captchaId, captchaCode: CAPTCHA };
    return String((await nobody('POST', '/api/auth/v1/login', typed))['token']);
  };
  const token = await signIn('agent');
  const bare = new pg.Pool({ connectionString: postgres.applicationUrl, max: 16, statement_timeout: 15_000 });
  return {
    app,
    ctx,
    address,
    bare,
    databaseUrl: postgres.ownerUrl,
    databasePid: () => postgres.pid(),
    folder,
    carrierAccountId,
    token,
    ask: askWith(token),
    askWhole: askWith(await signIn('admin')),
    stop: async () => {
      await bare.end();
      await program.stop();
      await postgres.stop();
      if (!keptFolder) await rm(folder, { recursive: true, force: true });
    },
  };
}
