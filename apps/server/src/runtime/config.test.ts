import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { EXAMPLE_SECRETS_KEY } from './secretsKey.ts';

const KEY = Buffer.from('0f1e2d3c4b5a69788796a5b4c3d2e1f00112233445566778899aabbccddeeff0', 'hex').toString(
  'base64url',
);

function refusedVariables(env: Record<string, string>): string[] {
  try {
    readConfig(env);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).problems.map((problem) => problem.variable);
  }
  return [];
}

test('an empty environment is a playground on loopback', () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    database: { kind: 'embedded' },
    demo: true,
    captchaFixed: undefined,
    logLevel: 'info',
    production: false,
  });
  expect([...config.roles]).toEqual(['web', 'worker', 'simulator']);
  expect(config.dataDirectory).toMatch(/\/data$/);
});

test('a variable set to nothing is absent', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ', DEMO: '' }).port).toBe(8080);
});

test.each([
  ['PORT', '0'],
  ['PORT', '65536'],
  ['PORT', '80a'],
  ['PORT', '-1'],
  ['HOST', 'exa mple'],
  ['HOST', 'http://example.com'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['DATABASE_URL', 'localhost'],
  ['DEMO', 'yes'],
  ['CAPTCHA_FIXED', '123'],
  ['CAPTCHA_FIXED', 'abcd'],
  ['SECRETS_KEY', 'secret'],
  ['SECRETS_KEY', 'A'.repeat(43)],
  ['SECRETS_KEY', `${KEY},changeme`],
  ['LOG_LEVEL', 'loud'],
  ['ROLES', 'web,cook'],
  ['ROLES', ','],
  ['SIMULATOR_PORT', 'x'],
  ['REQUESTS_PER_MINUTE', '59'],
  ['REQUESTS_PER_MINUTE', '-600'],
  ['METRICS_TOKEN', 'too-short'],
  ['METRICS_TOKEN', 'with a space in the middle'],
  ['TRUSTED_PROXIES', 'proxy.internal'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['TRUSTED_PROXIES', '0.0.0.0/0'],
  ['TRUSTED_PROXIES', '10.0.0.5,'],
  ['NODE_ENV', 'prod'],
])('%s=%s is refused by name', (variable, value) => {
  expect(refusedVariables({ [variable]: value })).toContain(variable);
});

test('every wrong variable is named at once, in both languages, and no secret is repeated', () => {
  expect(() => readConfig({ PORT: 'x', DEMO: '2', SECRETS_KEY: 'hunter2' })).toThrow(
    /PORT: must be a port.*端口号[\s\S]*DEMO: [\s\S]*SECRETS_KEY: /,
  );
  expect(() => readConfig({ SECRETS_KEY: 'hunter2' })).not.toThrow(/hunter2/);
});

test.each([
  ['CAPTCHA_FIXED', { CAPTCHA_FIXED: '1234' }],
  ['DEMO', { DEMO: '1' }],
  ['SECRETS_KEY', { SECRETS_KEY: EXAMPLE_SECRETS_KEY }],
  ['ROLES', { ROLES: 'web,simulator' }],
])('production refuses %s', (variable, env) => {
  expect(refusedVariables({ NODE_ENV: 'production', ...env })).toEqual([variable]);
});

test('production starts without demo data and without the simulator', () => {
  const config = readConfig({ NODE_ENV: 'production', SECRETS_KEY: KEY });
  expect(config.demo).toBe(false);
  expect([...config.roles]).toEqual(['web', 'worker']);
});

test('a fixed captcha is refused beyond loopback', () => {
  expect(refusedVariables({ HOST: '0.0.0.0', CAPTCHA_FIXED: '1234' })).toEqual(['CAPTCHA_FIXED']);
  expect(readConfig({ HOST: '::1', CAPTCHA_FIXED: '1234' }).captchaFixed).toBe('1234');
});

test('an external database needs a key of its own and is no playground', () => {
  const url = 'postgresql://someone@db.example:5432/cardinal';
  expect(refusedVariables({ DATABASE_URL: url })).toEqual(['SECRETS_KEY']);
  expect(readConfig({ DATABASE_URL: url, SECRETS_KEY: KEY })).toMatchObject({
    database: { kind: 'external', url },
    demo: false,
  });
});

test('the simulator cannot stand on the port of the console', () => {
  expect(refusedVariables({ PORT: '9000', SIMULATOR_PORT: '9000' })).toEqual(['SIMULATOR_PORT']);
});
