/** On a request that no person has just asked for, such as a poll. It does not keep the session from becoming idle. */
export const UNATTENDED_HEADER = 'x-unattended';
