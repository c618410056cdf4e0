import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { type Facts, type Language, languageOf, type Text, text } from '@cardinal/primitives/text.ts';
import { z } from 'zod';
import { EXAMPLE_SECRETS_KEY, parseSecretsKeys } from './secretsKey.ts';

/** What one process of the program does; several processes may share one database. */
export const ROLES = ['web', 'worker', 'simulator'] as const;
export type Role = (typeof ROLES)[number];

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export type Config = {
  readonly port: number;
  readonly host: string;
  /** Absolute. Holds the embedded cluster, the generated key and stored files. */
  readonly dataDirectory: string;
  readonly database: { readonly kind: 'embedded' } | { readonly kind: 'external'; readonly url: string };
  readonly demo: boolean;
  /** The language in which the demo's people wrote their names and remarks. */
  readonly demoLanguage: Language;
  /** A fixed captcha answer for automated browsers; refused in production and beyond loopback. */
  readonly captchaFixed: string | undefined;
  /** Undefined only with the embedded database: then the key is stored in the data directory. */
  readonly secretsKey: string | undefined;
  readonly logLevel: LogLevel;
  readonly roles: ReadonlySet<Role>;
  readonly simulatorPort: number;
  /** The most requests of an account that a process answers. */
  readonly requestsPerMinute: number;
  /** What monitoring sends as bearer token for `/metrics`; undefined: only this machine may read it. */
  readonly metricsToken: string | undefined;
  /** Networks of the proxies whose X-Forwarded-For names the client; nobody else's counts. */
  readonly trustedProxies: readonly string[];
  readonly production: boolean;
};

export type ConfigProblem = { readonly variable: string; readonly text: Text; readonly facts?: Facts };

/** The environment is invalid. The message names every wrong variable, and never repeats a secret. */
export class ConfigError extends Error {
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[]) {
    super(problems.map(({ variable, text }) => `${variable}: ${text.en} (${text.zh})`).join('\n'));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

const NOT_A_PORT = text('应为 1 到 65535 的端口号', 'must be a port from 1 to 65535');
const NOT_A_HOST = text('应为 IP 地址或 localhost 等主机名', 'must be an IP address or a host name');
const NOT_A_SWITCH = text('应为 1 或 0', 'must be 1 or 0');
const NOT_FOUR_DIGITS = text('应为 4 位数字', 'must be 4 digits');
const NOT_A_DATABASE = text('应为 postgres:// 或 postgresql:// 地址', 'must be a postgres:// or postgresql:// address');
const NOT_A_KEY = text(
  '应为 32 字节随机密钥的 base64 或十六进制（多个用逗号分隔，第一个用于加密）',
  'must be 32 random bytes in base64 or hex (comma-separated for several; the first one encrypts)',
);
const NOT_A_LANGUAGE = text('应为 zh 或 en', 'must be zh or en');
const NOT_A_LEVEL = text(`应为以下之一：${LOG_LEVELS.join('、')}`, `must be one of ${LOG_LEVELS.join(', ')}`);
const NOT_ROLES = text(
  `应为以下角色的逗号分隔列表：${ROLES.join('、')}`,
  `must be a comma list of ${ROLES.join(', ')}`,
);
const NOT_AN_ENVIRONMENT = text(
  '应为 production、development 或 test',
  'must be one of production, development or test',
);
const NOT_A_PACE = text('应为不小于 60 的整数', 'must be a whole number from 60');
const NOT_A_TOKEN = text(
  '应为 16 到 200 个字母、数字或 . _ ~ + / = -',
  'must be 16 to 200 letters, digits or . _ ~ + / = -',
);
const NOT_NETWORKS = text(
  '应为反向代理地址或网段的逗号分隔列表，如 10.0.0.5,10.1.0.0/16；不能是全部地址',
  'must be a comma list of proxy addresses or networks such as 10.0.0.5,10.1.0.0/16, not of every address',
);
const NOT_A_PATH = text('应为目录路径', 'must be the path of a directory');

const said = (sentence: Text) => JSON.stringify(sentence);
const port = z
  .string()
  .regex(/^\d{1,5}$/, said(NOT_A_PORT))
  .transform(Number)
  .refine((value) => value >= 1 && value <= 65_535, said(NOT_A_PORT));
const flag = z
  .enum(['0', '1'], said(NOT_A_SWITCH))
  .transform((value) => value === '1')
  .optional();

/** An address, or a network in CIDR notation that leaves somebody out. */
function isNetwork(value: string): boolean {
  const [address = '', prefix, ...more] = value.split('/');
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  if (bits === 0 || address.includes('%') || more.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= bits);
}

const environment = z.object({
  PORT: port.default(8080),
  HOST: z
    .string()
    .refine(
      (value) => isIP(value) > 0 || /^(?=.{1,253}$)[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value),
      said(NOT_A_HOST),
    )
    .default('127.0.0.1'),
  DATA_DIR: z
    .string()
    .refine((value) => !value.includes('\0'), said(NOT_A_PATH))
    .default('./data'),
  DATABASE_URL: z
    .string()
    .refine((value) => URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol), said(NOT_A_DATABASE))
    .optional(),
  DEMO: flag,
  DEMO_LANGUAGE: z.enum(['zh', 'en'], said(NOT_A_LANGUAGE)).optional(),
  LC_ALL: z.string().optional(),
  LC_MESSAGES: z.string().optional(),
  LANG: z.string().optional(),
  CAPTCHA_FIXED: z
    .string()
    .regex(/^\d{4}$/, said(NOT_FOUR_DIGITS))
    .optional(),
  SECRETS_KEY: z
    .string()
    .refine((value) => parseSecretsKeys(value) !== undefined, said(NOT_A_KEY))
    .optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, said(NOT_A_LEVEL)).default('info'),
  ROLES: z
    .string()
    .transform((value) => value.split(',').map((role) => role.trim()))
    .pipe(z.array(z.enum(ROLES, said(NOT_ROLES))).min(1, said(NOT_ROLES)))
    .optional(),
  SIMULATOR_PORT: port.default(8090),
  REQUESTS_PER_MINUTE: z
    .string()
    .regex(/^\d{2,7}$/, said(NOT_A_PACE))
    .transform(Number)
    .refine((value) => value >= 60, said(NOT_A_PACE))
    .default(6_000),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/=-]{16,200}$/, said(NOT_A_TOKEN))
    .optional(),
  TRUSTED_PROXIES: z
    .string()
    .transform((value) => value.split(',').map((network) => network.trim()))
    .refine((networks) => networks.every(isNetwork), said(NOT_NETWORKS))
    .default([]),
  NODE_ENV: z.enum(['production', 'development', 'test'], said(NOT_AN_ENVIRONMENT)).default('development'),
});

type Environment = z.output<typeof environment>;

/** Combinations of variables that are refused although each is valid by itself. */
function contradictions(env: Environment): ConfigProblem[] {
  const found: ConfigProblem[] = [];
  const refuse = (variable: string, zh: string, en: string) => found.push({ variable, text: text(zh, en) });
  const production = env.NODE_ENV === 'production';
  if (env.CAPTCHA_FIXED !== undefined && production) {
    refuse('CAPTCHA_FIXED', '生产环境（NODE_ENV=production）不允许固定验证码', 'is refused when NODE_ENV=production');
  }
  if (env.CAPTCHA_FIXED !== undefined && !isLoopback(env.HOST)) {
    refuse('CAPTCHA_FIXED', '仅当 HOST 为本机回环地址时允许', 'is allowed only while HOST is a loopback address');
  }
  if (env.DEMO === true && production) {
    refuse('DEMO', '生产环境（NODE_ENV=production）不允许演示数据', 'is refused when NODE_ENV=production');
  }
  if (env.SECRETS_KEY === undefined && env.DATABASE_URL !== undefined) {
    refuse('SECRETS_KEY', '使用 DATABASE_URL 时必须提供', 'is required with DATABASE_URL');
  }
  if (production && env.SECRETS_KEY?.includes(EXAMPLE_SECRETS_KEY)) {
    refuse('SECRETS_KEY', '文档中的示例密钥不能用于生产环境', 'is the example from the documentation; make your own');
  }
  if (env.ROLES?.includes('simulator') && production) {
    refuse('ROLES', '生产环境不允许 simulator 角色', 'simulator is refused when NODE_ENV=production');
  }
  if (env.SIMULATOR_PORT === env.PORT) {
    refuse('SIMULATOR_PORT', '不能与 PORT 相同', 'must differ from PORT');
  }
  return found;
}

/** An empty variable counts as absent: shells and compose files cannot unset one. */
function withoutEmpty(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => (entry[1] ?? '').trim() !== ''),
  );
}

/**
 * Reads and validates every environment variable of the program; nothing else reads the environment.
 * Throws a ConfigError that lists all wrong variables at once.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const parsed = environment.safeParse(withoutEmpty(env));
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map((issue) => ({
        variable: String(issue.path[0] ?? ''),
        text: JSON.parse(issue.message) as Text,
      })),
    );
  }
  const value = parsed.data;
  const wrong = contradictions(value);
  if (wrong.length > 0) throw new ConfigError(wrong);

  const production = value.NODE_ENV === 'production';
  const playground = value.DATABASE_URL === undefined && isLoopback(value.HOST) && !production;
  return {
    port: value.PORT,
    host: value.HOST,
    dataDirectory: resolve(value.DATA_DIR),
    database: value.DATABASE_URL === undefined ? { kind: 'embedded' } : { kind: 'external', url: value.DATABASE_URL },
    demo: value.DEMO ?? playground,
    // As the reader's system speaks, the more particular setting first.
    demoLanguage: languageOf(value.DEMO_LANGUAGE ?? value.LC_ALL ?? value.LC_MESSAGES ?? value.LANG),
    captchaFixed: value.CAPTCHA_FIXED,
    secretsKey: value.SECRETS_KEY,
    logLevel: value.LOG_LEVEL,
    roles: new Set(value.ROLES ?? (playground ? ROLES : ['web', 'worker'])),
    simulatorPort: value.SIMULATOR_PORT,
    requestsPerMinute: value.REQUESTS_PER_MINUTE,
    metricsToken: value.METRICS_TOKEN,
    trustedProxies: value.TRUSTED_PROXIES,
    production,
  };
}
