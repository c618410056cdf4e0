/** WeChat on a phone of Apple says so, whichever program is open; on a computer nothing is sold by its rules. */
export const isOnIos = (userAgent: string): boolean => /\b(iPhone|iPad|iPod)\b/.test(userAgent);
