import type { Text } from '@cardinal/primitives/text.ts';

/** A visited screen. Two addresses of one route with other parameters are two tags; another query is the same tag. */
export type Tag = {
  readonly path: string;
  /** Its last address, with filters. */
  readonly fullPath: string;
  readonly title: Text;
  /** A title set by the screen, such as an ICCID. */
  readonly ownTitle?: string | undefined;
  readonly keepsState: boolean;
  /** Incremented by a refresh, which remounts the screen. */
  readonly generation: number;
  /** When it was last shown, counted in visits. */
  readonly seen: number;
};

export const HOME_PATH = '/dashboard';
/** How many screens stay mounted; the least recently shown ones are rebuilt from their address when opened. */
export const MAX_ALIVE = 12;

export type TagVisit = Pick<Tag, 'path' | 'fullPath' | 'title' | 'keepsState'>;

export function visit(tags: readonly Tag[], to: TagVisit): Tag[] {
  const seen = Math.max(0, ...tags.map((tag) => tag.seen)) + 1;
  if (tags.some((tag) => tag.path === to.path)) {
    return tags.map((tag) => (tag.path === to.path ? { ...tag, ...to, seen } : tag));
  }
  const added: Tag = { ...to, generation: 0, seen };
  return to.path === HOME_PATH ? [added, ...tags] : [...tags, added];
}

export const refreshed = (tags: readonly Tag[], path: string): Tag[] =>
  tags.map((tag) => (tag.path === path ? { ...tag, generation: tag.generation + 1 } : tag));

export const titled = (tags: readonly Tag[], path: string, ownTitle: string | undefined): Tag[] =>
  tags.map((tag) => (tag.path === path ? { ...tag, ownTitle } : tag));

/** The tags after some are closed, and the next one if the current one is among them. Home is never closed. */
export function closed(
  tags: readonly Tag[],
  current: string,
  isClosed: (tag: Tag) => boolean,
): { tags: Tag[]; goTo: string | undefined } {
  const left = tags.filter((tag) => tag.path === HOME_PATH || !isClosed(tag));
  if (left.some((tag) => tag.path === current) || !tags.some((tag) => tag.path === current)) {
    return { tags: left, goTo: undefined };
  }
  const at = tags.findIndex((tag) => tag.path === current);
  const neighbour =
    tags.slice(at + 1).find((tag) => left.includes(tag)) ?? tags.slice(0, at).findLast((tag) => left.includes(tag));
  return { tags: left, goTo: neighbour?.fullPath ?? HOME_PATH };
}

/** Which screens stay mounted while another is shown. */
export function alivePaths(tags: readonly Tag[], current: string, hasUnsaved: (path: string) => boolean): Set<string> {
  const lasting = tags
    // A tag that was never shown has nothing to keep.
    .filter((tag) => tag.path !== current && tag.seen > 0 && (tag.keepsState || hasUnsaved(tag.path)))
    .sort((a, b) => Number(hasUnsaved(b.path)) - Number(hasUnsaved(a.path)) || b.seen - a.seen)
    .slice(0, MAX_ALIVE - 1);
  return new Set([current, ...lasting.map((tag) => tag.path)]);
}
