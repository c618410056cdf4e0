import { listDemoAccounts } from '@cardinal/contract/api/identity/identity.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { PickButton } from '@cardinal/ui/layout/Choices.tsx';
import { Grid } from '@cardinal/ui/layout/Grid.tsx';
import { useRead } from '../../kit/useRead.ts';

const words = {
  title: text('演示账号，点击填入', 'Demo accounts: click to fill in'),
  language: text('英文数据：DEMO_LANGUAGE=en，DATA_DIR 为空目录', 'In Chinese: DEMO_LANGUAGE=zh and an empty DATA_DIR'),
};

/** The accounts of the demo with what each shows; one click fills the form. */
export default function DemoAccounts(props: { onPick: (picked: { account: string; password: string }) => void }) {
  const t = useText();
  const { data } = useRead(listDemoAccounts, {});
  if (!data) return null;
  return (
    <section>
      <small>{t(words.title)}</small>
      <Grid columns={2} gap="none">
        {data.accounts.map(({ account, zh, en }) => (
          <PickButton key={account} onClick={() => props.onPick({ account, password: data.password })}>
            <b>{account}</b> <small>{t({ zh, en })}</small>
          </PickButton>
        ))}
      </Grid>
      <small>{t(words.language)}</small>
    </section>
  );
}
