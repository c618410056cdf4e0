import { imageContentRule, imageKindOf } from '@cardinal/primitives/image.ts';

/** No SVG: it can contain scripts. */
const TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
};

/** The type of a picture by its content; undefined if it is none, or differs from its name. */
export function pictureTypeOf(name: string, content: Buffer): string | undefined {
  const type = TYPES[imageKindOf(content) ?? ''];
  return type && !imageContentRule({ name, bytes: content }) ? type : undefined;
}
