/** Makes sure a browser and Chinese fonts are there: Debian's packages when root, else Playwright's own Chromium. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { debianBrowser } from './debianBrowser.ts';

const quietly = (command: string, args: string[]) =>
  spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0;
const hasFonts = existsSync('/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc');

const debian = (...packages: string[]) => quietly('apt-get', ['install', '-y', '-qq', ...packages, 'fonts-noto-cjk']);

if (!debianBrowser() || !hasFonts) {
  const isRoot = process.getuid?.() === 0;
  // Older releases of Debian have no package of the one without a window.
  const installed = isRoot
    ? quietly('apt-get', ['update', '-qq']) && (debian('chromium-headless-shell') || debian('chromium'))
    : quietly('playwright', ['install', 'chromium']);
  if (!installed) {
    console.error('No browser could be installed');
    process.exit(1);
  }
}
