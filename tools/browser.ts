/** Makes sure a browser and Chinese fonts are there: Debian's packages when root, else Playwright's own Chromium. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const quietly = (command: string, args: string[]) =>
  spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0;
const hasFonts = existsSync('/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc');

if (!existsSync('/usr/bin/chromium') || !hasFonts) {
  const isRoot = process.getuid?.() === 0;
  const installed = isRoot
    ? quietly('apt-get', ['update', '-qq']) &&
      quietly('apt-get', ['install', '-y', '-qq', 'chromium', 'fonts-noto-cjk'])
    : quietly('playwright', ['install', 'chromium']);
  if (!installed) {
    console.error('No browser could be installed');
    process.exit(1);
  }
}
