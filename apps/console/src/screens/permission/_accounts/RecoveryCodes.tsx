import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useCopy } from '@cardinal/ui/Copy.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Box } from '@cardinal/ui/layout/Box.tsx';
import { Grid } from '@cardinal/ui/layout/Grid.tsx';
import { OneTimeDialog } from '../../../kit/OneTimeDialog.tsx';

const words = {
  title: text('请保存恢复码', 'Keep these recovery codes'),
  why: text(
    '手机不在身边时，每个恢复码可代替验证码登录一次。',
    'When the telephone is not at hand, each of them signs you in once instead of a code.',
  ),
  once: text(
    '只显示这一次，关闭后无法再次查看。请打印或抄写并妥善保管。',
    'They are shown once and cannot be seen again. Print them or write them down.',
  ),
  copy: verbs.copyAll,
  kept: text('我已保存', 'I have kept them'),
};

/** Told once: stays until somebody says that they have been kept. */
export function RecoveryCodes(props: { codes: readonly string[]; onClose: () => void }) {
  const t = useText();
  const copy = useCopy();
  return (
    <OneTimeDialog
      title={t(words.title)}
      note={t(words.why)}
      once={t(words.once)}
      kept={t(words.kept)}
      actions={
        <button type="button" className="button" onClick={() => copy(props.codes.join('\n'))}>
          {t(words.copy)}
        </button>
      }
      onClose={props.onClose}
    >
      <Box isWell above="l" below="l">
        <Grid as="ul" columns={2} gap="s">
          {props.codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </Grid>
      </Box>
    </OneTimeDialog>
  );
}
