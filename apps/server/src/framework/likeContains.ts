/** A `like` or `ilike` pattern that matches the text anywhere; wildcards in it are escaped. */
export const likeContains = (typed: string): string => `%${typed.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
