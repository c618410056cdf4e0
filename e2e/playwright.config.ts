import { defineConfig } from '@playwright/test';
import { debianBrowser } from '../tools/debianBrowser.ts';
import { ADDRESS } from './cardinal.ts';

const SPINE = 'spine.e2e.ts';
const KILLS = 'kills.e2e.ts';

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  globalSetup: './setup.ts',
  // Two look at screens while another waits for the carrier.
  workers: 3,
  fullyParallel: false,
  projects: [
    // First, because it waits for the carrier most of the time, while the others work.
    { name: 'spine', testMatch: SPINE },
    { name: 'journeys', testIgnore: [SPINE, KILLS] },
    // It kills the server that the others use.
    { name: 'kills', testMatch: KILLS, dependencies: ['spine', 'journeys'] },
  ],
  // Patient for a busy host: a journey that is right ends when its state is there, however late.
  timeout: 300_000,
  // How long a state is awaited, not how fast it has to come: a loaded machine loads a screen in 20 s.
  expect: { timeout: 30_000 },
  outputDir: '../test-results/journeys',
  use: {
    baseURL: ADDRESS,
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    // A choice that is still unfolding moves under the pointer: pressed on one line, let go on another, picked nothing.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    trace: 'off',
    acceptDownloads: true,
    launchOptions: {
      ...(debianBrowser() ? { executablePath: debianBrowser() } : {}),
      // Without a character set from the environment the browser calls every file with a Chinese name «download».
      env: { LANG: 'C.UTF-8', ...process.env } as Record<string, string>,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
