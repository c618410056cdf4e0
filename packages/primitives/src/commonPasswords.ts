/**
 * Passwords that satisfy the composition rule and are guessed first. The rule (6 to 16 characters) is weaker than current
 * advice; this list compensates in part.
 */
const WALKS = `
1qaz@wsx 1qaz!qaz zaq1@wsx zaq!2wsx !qaz2wsx @wsx1qaz 1qaz@wsx3edc !qaz1qaz qaz123!@# 1qaz2wsx! 1qaz2wsx@ 1qaz2wsx#
q1w2e3r4! q1w2e3r4@ 1q2w3e4r! 1q2w3e4r@ 1q2w3e4r5t! 1q2w3e! 1q2w3e4r. q1w2e3! !q2w3e4r 1q@w3e4r !q@w3e4r
qwe123!@# qwe!@#123 123qwe!@# 123!@#qwe !@#123qwe !@#qwe123 qwer1234! qwer1234@ qwer!@#$1234 1234qwer! 1234qwer@
1234qwer!@#$ qwert12345! qwerty123! qwerty1! qwerty12! asd123!@# 123asd!@# asdf1234! asdf1234@ zxc123!@# 123zxc!@#
zxcv1234! zxcvbnm1! asdfgh1! a1b2c3! a1b2c3d4! a1b2c3d4@ 1a2b3c! a!1b@2c#3 1a2s3d! q!1w@2 q1!w2@e3#
123456a! 123456a@ 123456aa! 123456abc! 123456q! a123456! a123456@ a123456. a123456# a123456_ a12345678! a12345678@
a1234567! a123456789! aa123456! aa123456@ aa123456. aa123456# aa112233! aa123123! aaa111! aaa111@ aaa123! aaa123@
abc123! abc123@ abc123# abc123. abc123!@# abc@123 abc@1234 abc@12345 abc@123456 abc#123 abc!123 abc_123 abc-123
abcd123! abcd1234! abcd1234@ abcd@1234 abcd@123 abcd!234 abc12345! abc123456! abc123456@ abcde12345! a1s2d3f4!
qq123456! qq123456@ qq123456. w123456! w123456@ wang123! wang123456! zhang123! li123456! woaini1314! woaini520!
woaini123! 5201314a! a5201314! iloveyou1! iloveyou1314! 147258a! 147258369a! 159357a! 123.abc 123!abc 123@abc 123#abc
123_abc 111111a! 111111aa! 000000a! 666666a! 888888a! a888888! a666666! a111111! a000000! x123456! z123456! s123456!
`;

/**
 * Words that make a weak password with any digits and signs around them: `Admin@123`, `P@ssw0rd!`.
 */
const WORDS = `
admin administrator root super superadmin system sysadmin manager operator test tester testing demo guest user username
login passwd password passw pass pwd secret default changeme change temp temporary welcome letmein master monkey dragon
football baseball superman batman shadow sunshine princess michael qwerty qwert qwe asdf asdfgh zxcvbn zxcvbnm iloveyou
trustno oracle mysql postgres server database cisco huawei huaweiadmin zte unicom china chinamobile chinatelecom
chinaunicom mima woaini nihao beijing shanghai shenzhen guangzhou wang zhang hello freedom whatever company office
`;

const walks: ReadonlySet<string> = new Set(WALKS.trim().split(/\s+/));
const words: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/));

const LOOK_ALIKES: Readonly<Record<string, string>> = {
  '@': 'a',
  $: 's',
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '!': 'i',
  '5': 's',
};

/**
 * Whether a password is a common one, ignoring case and usual look-alikes (`P@ssw0rd`).
 */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  if (walks.has(lower)) return true;
  const bare = lower.replace(/^[^a-z@$]+|[^a-z]+$/g, '');
  const read = bare.replace(/[@$0135!]/g, (sign) => LOOK_ALIKES[sign] ?? sign);
  return [lower, bare, read].some((spelling) => words.has(spelling.replace(/[^a-z]/g, '')));
}
