/** The pattern of `like` and `ilike` that finds what was typed anywhere; signs of patterns in it stand for themselves. */
export const likeContains = (typed: string): string => `%${typed.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
