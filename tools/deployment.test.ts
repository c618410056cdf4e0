/** The files of `deploy/` are for machines no test has, so what they name is held against the project. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FILM } from '@cardinal/primitives/film.ts';
import { readConfig } from '@cardinal/server/runtime/config.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const app = await forThisFile(testApp({ demo: 'people' }));

/** A key nobody published. */
const FILLED = {
  SECRETS_KEY: Buffer.from(Array.from({ length: 32 }, (_, n) => n * 7)).toString('base64'),
  POSTGRES_PASSWORD: 'p',
  METRICS_TOKEN: 'm'.repeat(32),
};
const FILLED_DATABASE = { DATABASE_URL: 'postgres://a@b/c', SECRETS_KEY: FILLED.SECRETS_KEY };

/** The variables of an environment file. */
const variables = (file: string): Record<string, string> =>
  Object.fromEntries(
    read(file)
      .split('\n')
      .filter((line) => /^[A-Z_]+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

/** Reads an environment as the program does; unknown variables are a mistake, since the program would not notice them. */
function configured(env: Record<string, string>) {
  const known = read('apps/server/src/runtime/config.ts');
  expect(Object.keys(env).filter((name) => !known.includes(`  ${name}: `))).toEqual([]);
  return readConfig({ NODE_ENV: 'production', ...env });
}

describe('systemd', () => {
  const unit = read('deploy/systemd/cardinal@.service');
  const shared = { ...variables('deploy/systemd/cardinal.env.example'), SECRETS_KEY: FILLED.SECRETS_KEY };

  test.each(['web', 'worker'])('its %s starts with the variables of the examples, in a folder of its own', (name) => {
    const config = configured({ ...shared, ...variables(`deploy/systemd/${name}.env.example`) });
    expect([...config.roles]).toEqual([name]);
    expect(config).toMatchObject({ production: true, demo: false, database: { kind: 'external' } });
    expect(unit).toContain('DATA_DIR=/var/lib/cardinal/%i');
    expect(unit).toContain('NODE_ENV=production');
  });

  test('its two processes on one machine have two ports', () => {
    const ports = ['web', 'worker'].map((name) => variables(`deploy/systemd/${name}.env.example`)['PORT']);
    expect(new Set(ports).size).toBe(2);
  });

  test('the program it names exists, and stopping takes longer than the program needs', () => {
    const [, node, program] = /^ExecStart=\/opt\/cardinal\/(\S+) (\S+)$/m.exec(unit) ?? [];
    expect(existsSync(join(root, String(node)))).toBe(true);
    expect(existsSync(join(root, String(program)))).toBe(true);
    expect(Number(/TimeoutStopSec=(\d+)/.exec(unit)?.[1])).toBeGreaterThan(20);
  });

  test.skipIf(spawnSync('systemd-analyze', ['--version']).status !== 0)('knows every directive', () => {
    const { stderr } = spawnSync(
      'systemd-analyze',
      ['verify', '--man=no', join(root, 'deploy/systemd/cardinal@.service')],
      {
        encoding: 'utf8',
      },
    );
    // The checkout is not installed under /opt here.
    const said = stderr.split('\n').filter((line) => line.includes('cardinal@') && !line.includes('is not executable'));
    expect(said).toEqual([]);
  });
});

type Service = {
  image: string;
  environment?: Record<string, string>;
  volumes?: string[];
  depends_on?: Record<string, { condition: string }>;
  command?: string[];
};

describe('compose', () => {
  const file = parse(read('deploy/compose.yaml'), { merge: true }) as {
    services: Record<string, Service>;
    volumes: Record<string, null>;
  };
  const filled = (value: string) => value.replace(/\$\{(\w+):\?\}/g, (_, name: keyof typeof FILLED) => FILLED[name]);
  const ours = Object.entries(file.services).filter(([, { image }]) => image === 'cardinal');
  const configOf = ({ environment = {} }: Service) =>
    configured(Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, filled(value)])));

  test('runs two webs and a worker that start as they are configured, on PostgreSQL 18', () => {
    expect(ours.map(([, service]) => [...configOf(service).roles].join())).toEqual(['web', 'web', 'worker']);
    for (const [, service] of ours) {
      expect(service.depends_on?.['postgres']?.condition).toBe('service_healthy');
      expect(configOf(service).database).toEqual({ kind: 'external', url: expect.stringContaining('@postgres:5432/') });
    }
    expect(file.services['postgres']?.image).toBe('postgres:18');
  });

  test('gives every process a folder of its own, and names every volume and variable', () => {
    const used = Object.values(file.services).flatMap(({ volumes = [] }) =>
      volumes.map((each) => String(each.split(':')[0])),
    );
    expect(new Set(used.filter((each) => !each.startsWith('.')))).toEqual(new Set(Object.keys(file.volumes)));
    expect(new Set(ours.flatMap(([, { volumes = [] }]) => volumes)).size).toBe(ours.length);
    const asked = new Set([...read('deploy/compose.yaml').matchAll(/\$\{(\w+):\?\}/g)].map(([, name]) => name));
    expect(asked).toEqual(new Set(Object.keys(variables('deploy/compose.env.example'))));
  });

  test('every process tells its figures to the Prometheus that knows the token, and to nobody else', () => {
    for (const [, service] of ours) expect(configOf(service).metricsToken).toBe(FILLED.METRICS_TOKEN);
    expect(read('docs/operations/README.md')).toContain(
      String(/credentials_file: (\S+)/.exec(read('deploy/monitoring/prometheus.yml'))?.[1]),
    );
  });

  test('its proxy sends to both webs', () => {
    const caddy = read('deploy/proxy/Caddyfile');
    for (const [name] of ours.filter(([each]) => each.startsWith('web'))) expect(caddy).toContain(`${name}:8080`);
  });

  test('the image is made of what there is, for the Node the project needs', () => {
    const docker = read('deploy/Dockerfile');
    const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
    for (const [, major] of docker.matchAll(/^FROM node:(\d+)/gm)) expect(`>=${major}`).toBe(engines.node);
    expect(existsSync(join(root, String(/^CMD \["node", "(\S+)"\]$/m.exec(docker)?.[1])))).toBe(true);
    const env = Object.fromEntries([...docker.matchAll(/\b([A-Z_]+)=(\S+)/g)].map(([, name, value]) => [name, value]));
    expect(configured({ ...env, ...FILLED_DATABASE }).production).toBe(true);
    expect(read('.dockerignore').split('\n')).toEqual(expect.arrayContaining(['.git', '**/node_modules', 'data']));
  });
});

/** What was tried with nginx 1.26 and Caddy 2.6 behind TLS; a line that goes missing breaks what no test can see. */
describe('proxies', () => {
  const nginx = read('deploy/proxy/nginx.conf');
  const caddy = read('deploy/proxy/Caddyfile');
  const megabytes = (size: string | undefined) => Number(size) * 1_024 * 1_024;

  test('pass live events on at once, and outlast the quiet between them', () => {
    expect(nginx).toMatch(/^\s*proxy_buffering off;$/m);
    expect(nginx).toMatch(/^\s*proxy_read_timeout 1h;$/m);
    expect(caddy).toMatch(/^\s*flush_interval -1$/m);
  });

  test('nginx says itself from where and to where a request came; Caddy does so unasked', () => {
    for (const [name, value] of [
      ['X-Forwarded-For', '$proxy_add_x_forwarded_for'],
      ['X-Forwarded-Host', '$host'],
      ['X-Forwarded-Proto', '$scheme'],
    ]) {
      expect(nginx).toContain(`proxy_set_header ${name} ${value};`);
    }
    expect(caddy).not.toMatch(/trusted_proxies|header_up/);
  });

  test('lead to HTTPS and keep browsers there', () => {
    expect(nginx).toContain('return 301 https://$host$request_uri;');
    expect(nginx).toMatch(/add_header Strict-Transport-Security "max-age=\d{8}" always;/);
    expect(caddy).toMatch(/header Strict-Transport-Security max-age=\d{8}/);
  });

  test('nginx takes the largest upload and the longest address that the server takes', () => {
    expect(megabytes(/client_max_body_size (\d+)m;/.exec(nginx)?.[1])).toBeGreaterThan(FILM.maxBytes);
    const taken = /maxHeaderSize: (\d+) \* 1024/.exec(read('apps/server/src/framework/http.ts'))?.[1];
    expect(nginx).toContain(`large_client_header_buffers 4 ${taken}k;`);
  });

  test('Caddy leaves out a web that is restarted, and one client stays at one web', () => {
    expect(caddy).toMatch(/lb_policy ip_hash[^}]*fail_duration \d+s[^}]*lb_try_duration \d+s/);
    expect(nginx).toContain('ip_hash;');
  });
});

describe('monitoring', () => {
  const boards = JSON.parse(read('deploy/monitoring/grafana-dashboard.json')) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };
  const alerts = parse(read('deploy/monitoring/alerts.yml')) as {
    groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[];
  };
  const expressions = [
    ...boards.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...alerts.groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)),
  ];

  test('asks only for figures that there are', async () => {
    const { body } = await app.app.http.inject({ url: '/metrics' });
    const there = new Set(
      [...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name, type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_count`] : [String(name)],
      ),
    );
    const asked = expressions.flatMap((each) =>
      [...each.matchAll(/\b(cardinal|process|nodejs)_\w+/g)].map(([name]) => name),
    );
    expect(asked.length).toBeGreaterThan(20);
    expect([...new Set(asked)].filter((name) => !there.has(name))).toEqual([]);
  });

  test('points to pages that exist', () => {
    const pages = [...read('deploy/monitoring/alerts.yml').matchAll(/docs\/operations\/[\w-]+\.md/g)].map(
      ([page]) => page,
    );
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.filter((page) => !existsSync(join(root, page)))).toEqual([]);
  });
});
