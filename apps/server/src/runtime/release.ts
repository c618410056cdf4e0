import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const manifest = join(import.meta.dirname, '../../../../package.json');

/** Which release this is: the version of the project's package.json, which every release raises. */
export const RELEASE: string = (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
