import { text } from '@cardinal/primitives/text.ts';
import { Box } from '@cardinal/ui/layout/Box.tsx';
import { Grid } from '@cardinal/ui/layout/Grid.tsx';

/** What is said wherever recovery codes are shown. */
export const RECOVERY_WORDS = {
  title: text('请保存恢复码', 'Save these recovery codes'),
  why: text(
    '手机不在身边时，每个恢复码可代替验证码登录一次。',
    'Without your phone, each recovery code signs you in once in place of a code.',
  ),
  once: text(
    '只显示这一次，关闭后无法再次查看。请打印或抄写并妥善保管。',
    'Shown only once. Print them or write them down and keep them safe.',
  ),
  kept: text('我已保存', 'I have saved them'),
};

export function RecoveryCodeList(props: { codes: readonly string[] }) {
  return (
    <Box isWell above="l" below="l">
      <Grid as="ul" gap="s">
        {props.codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </Grid>
    </Box>
  );
}
