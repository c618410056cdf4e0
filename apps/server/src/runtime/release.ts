import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const manifest = join(import.meta.dirname, '../../../../package.json');

/** The release number: the version of the project's package.json, which every release increments. */
export const RELEASE: string = (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
