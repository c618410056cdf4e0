import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Smaller files fit into one packet uncompressed. */
const WORTH_BYTES = 1_024;
const PRESSED = /\.(js|css|svg|json|txt)$/;
/** The last two levels take four times as long for a hundredth less. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Writes a `.gz` and a `.br` beside every file of a build that compression makes smaller: compressed once, not per request. */
export const pressed = (): Plugin => ({
  name: 'cardinal-pressed',
  apply: 'build',
  writeBundle: {
    order: 'post',
    handler: async ({ dir = '' }, bundle) => {
      const names = Object.keys(bundle).filter((name) => PRESSED.test(name));
      await Promise.all(
        names.map(async (name) => {
          const file = join(dir, name);
          const content = await readFile(file);
          if (content.length < WORTH_BYTES) return;
          const [gz, br] = await Promise.all([
            promisify(gzip)(content, { level: 9 }),
            promisify(brotliCompress)(content, BROTLI),
          ]);
          await Promise.all([writeFile(`${file}.gz`, gz), writeFile(`${file}.br`, br)]);
        }),
      );
    },
  },
});
