import { imageContentRule, imageKindOf } from '@cardinal/primitives/image.ts';

/** No drawings: an svg can hold scripts. */
const TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
};

/** The type of a picture by its content; undefined for what is none, or another than its name says. */
export function pictureTypeOf(name: string, content: Buffer): string | undefined {
  const type = TYPES[imageKindOf(content) ?? ''];
  return type && !imageContentRule({ name, bytes: content }) ? type : undefined;
}
